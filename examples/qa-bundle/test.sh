#!/usr/bin/env bash
# What somebody does who was sent the bundle of a failing run.
set -euo pipefail

replay() { npx svc-emulator replay found-by-qa.bundle.json --client "node $PWD/$1"; }

if output=$(replay latest-before.mjs 2>&1); then
  echo 'the failure of the bundle does not happen'
  exit 1
fi
grep -q 'no revisions' <<<"$output" || { echo "another failure than the one in the bundle: $output"; exit 1; }
echo 'ok: it fails as it did for QA'

replay latest.mjs
echo 'ok: the repaired client passes'

# From now on a test: nobody meets this again.
npx svc-emulator replay found-by-qa.bundle.json --as-vitest > found-by-qa.test.js
grep -q 'found-by-qa' found-by-qa.test.js
