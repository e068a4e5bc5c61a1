#!/usr/bin/env bash
# Starts the emulator for the GitHub Action (action.yml), waits for its health, and tells where it is.
set -euo pipefail

# Reads a field of the package. The path is a variable: on Windows it has backslashes.
manifest() { FIELD=$1 node -p 'require(process.env.GITHUB_ACTION_PATH + "/package.json")[process.env.FIELD]'; }
version=${SVC_EMULATOR_VERSION:-$(manifest version)}
log="${RUNNER_TEMP:-/tmp}/svc-emulator-$$.log"

words=(start)
[[ -z ${SVC_EMULATOR_SCENARIO:-} ]] || words+=("$SVC_EMULATOR_SCENARIO")
words+=(--port "${SVC_EMULATOR_PORT:-4010}")
[[ -z ${SVC_EMULATOR_FIXTURES:-} ]] || words+=(--fixtures "$SVC_EMULATOR_FIXTURES")
read -ra more <<<"${SVC_EMULATOR_ARGS:-}"
words+=(${more[@]+"${more[@]}"})

nohup npx --yes --package="$(manifest name)@$version" -- svc-emulator "${words[@]}" >"$log" 2>&1 &
pid=$!

address() { sed -n "s/^  $1  *\([a-z]*:[^ ]*\).*/\1/p" "$log" | head -n 1; }

give_up() {
  echo "::error::svc-emulator $1"
  cat "$log"
  kill "$pid" 2>/dev/null || true
  exit 1
}

deadline=$((SECONDS + ${SVC_EMULATOR_TIMEOUT:-60}))
until inspector=$(address Inspector) && [[ -n $inspector ]]; do
  kill -0 "$pid" 2>/dev/null || give_up 'ended before it served'
  ((SECONDS < deadline)) || give_up 'was not ready in time'
  sleep 0.1
done
control=${inspector%%/#*}
control=${control%/}

# 401: it serves beyond this machine (--host), where the control API asks for a token.
until code=$(curl -s -o /dev/null -w '%{http_code}' --max-time 5 "$control/health") && [[ $code == 200 || $code == 401 ]]; do
  ((SECONDS < deadline)) || give_up "does not answer $control/health"
  sleep 0.1
done

{
  echo "url=$(address API)"
  echo "realtime-url=$(address Realtime)"
  echo "control-url=$control"
  echo "log=$log"
} >>"${GITHUB_OUTPUT:-/dev/stdout}"
echo "svc-emulator $version serves $(address API) (process $pid, log $log)"
disown "$pid"
