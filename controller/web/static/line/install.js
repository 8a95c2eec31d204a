// Lets the page be installed as an app, if the address is secure: localhost or https.

if ("serviceWorker" in navigator && isSecureContext)
  addEventListener("load", () => navigator.serviceWorker.register("/away.js", { scope: "/" }));
