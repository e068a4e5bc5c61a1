#!/usr/bin/env bash
# Run a program against an emulator, and ask the emulator what it did. `npm test` runs this file under svc-emulator exec, which starts a server
# for it (in real time, because the program waits for real), hands over its address, and stops it.
set -euo pipefail

export API_URL=$SVC_API_URL API_KEY=$SVC_API_KEY
control=${SVC_API_URL%/v1}/__emulator/

expect() { # expect WHAT WANTED ACTUAL
  [[ $3 == *"$2"* ]] || { echo "$1: expected $2, got: $3"; exit 1; }
  echo "ok: $1"
}

# The program does what it should ...
expect 'releases the draft' 'released revision 4 of weights' "$(node release.mjs acme weights)"
expect 'commits once' '"ok":true' "$(curl -s --json '{"match": {"endpoint": "POST /revisions/:id/commit", "caller": "ada"}, "times": 1}' "${control}verify")"

# ... finds nothing where its key is shown no drafts, however many pages there are ...
expect 'has nothing to release for a reader' 'nothing to release in weights' "$(API_KEY=svc-key-ben-admin node release.mjs acme weights 2>&1 || true)"

# ... and notices that a commit fails, which a trigger makes it do.
curl -s --json '{}' "${control}reset" > /dev/null
curl -s --json '{"when": {"endpoint": "POST /revisions/:id/commit"}, "do": {"fail_operation": true}}' "${control}triggers" > /dev/null
expect 'notices a failed commit' 'was not committed' "$(node release.mjs acme weights 2>&1 || true)"
