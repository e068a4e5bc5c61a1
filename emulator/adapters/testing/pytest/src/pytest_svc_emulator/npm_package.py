"""The package that npx fetches, and how to install it. `npm run write` fills in what is so today."""

NPM_PACKAGE = "svc-emulator"
HOW_TO_INSTALL = "in a clone of svc-emulator `npm ci && npm pack --pack-destination ..`, then beside it `npm install --save-dev ../svc-emulator-1.0.0.tgz`"
