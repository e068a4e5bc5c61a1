#!/usr/bin/env bash
# Tries an image as a user would: arguments after its name, a state volume, its health, an answer, and a stop within ten seconds.
set -euo pipefail
image=$1
name=svc-emulator-try-$$
volume=$name-state
give_up() {
  echo "the image $1" >&2
  docker logs "$name" >&2 || true
  exit 1
}
trap 'docker rm -f "$name" >/dev/null 2>&1 || true; docker volume rm "$volume" >/dev/null 2>&1 || true' EXIT

docker run -d --name "$name" -p 127.0.0.1::4010 -v "$volume:/state" -e SVC_EMULATOR_STATE=/state/state.json \
  "$image" start --fixtures large --control-token a-token-of-mine >/dev/null
address=$(docker port "$name" 4010/tcp | head -n 1)

deadline=$((SECONDS + 60))
until [[ $(docker inspect -f '{{.State.Health.Status}}' "$name") == healthy ]]; do
  ((SECONDS < deadline)) || give_up 'was not healthy within a minute'
  sleep 1
done
curl -fsS "http://$address/__emulator/health" >/dev/null || give_up 'tells nobody without a token that it is healthy'
curl -fsS -H 'X-API-Key: svc-key-ada-admin' "http://$address/v1/orgs/big" >/dev/null || give_up 'has no large world: its arguments were lost'
curl -fsS -H 'x-emulator-token: a-token-of-mine' --json '{"advance": "1h"}' "http://$address/__emulator/clock" >/dev/null || give_up 'does not take its token'

docker stop --time 10 "$name" >/dev/null
[[ $(docker inspect -f '{{.State.ExitCode}}' "$name") == 0 ]] || give_up 'did not end by itself within ten seconds'
# 2026-01-01T01:00:00Z: the hour that was advanced.
docker run --rm -v "$volume:/state" --entrypoint grep "$image" -q '"now_ms":1767229200000' /state/state.json || give_up 'kept no state'
echo "$image serves, is healthy, keeps its state and stops"
