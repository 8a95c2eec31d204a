// The pages' modules without a browser: addresses resolve as the server answers them.

import { register } from "node:module";

globalThis.location = new URL("http://table.test/");
register(new URL("./addresses.js", import.meta.url));
