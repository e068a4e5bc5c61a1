#!/usr/bin/env bash
# Start the emulator, run a program against it, ask what it did, stop.
set -euo pipefail

# Real time, because the program waits for real; any free port, because other jobs may run here.
# Not through npx: the process that the trap ends is to be the server itself.
node_modules/.bin/svc-emulator start --port 0 --clock real --log silent > emulator.log &
emulator=$!
trap 'kill $emulator; wait $emulator' EXIT

until grep -q 'Inspector' emulator.log; do
  kill -0 $emulator
  sleep 0.1
done
address() { sed -n "s/^  $1  *\([^ ]*\).*/\1/p" emulator.log; }
API_URL=$(address API)
export API_URL API_KEY=svc-key-ada-admin
control=$(address Inspector)
curl -sf "${control}health" > /dev/null

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
