"""The package that npx fetches. `npm run write` fills in the name under which it is published."""

NPM_PACKAGE = "svc-emulator"
