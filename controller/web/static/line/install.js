// The page may be kept as an app, where the browser trusts the address: on this machine, or by https.

if ("serviceWorker" in navigator && isSecureContext)
  addEventListener("load", () => navigator.serviceWorker.register("/away.js", { scope: "/" }));
