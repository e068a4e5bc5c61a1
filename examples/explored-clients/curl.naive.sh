# Makes a key for a build, and tries again when that fails.
curl -s --retry 2 --retry-all-errors --retry-delay 1 -o "$HOME/answer.json" \
  -H "X-API-Key: $SVC_API_KEY" -H 'Content-Type: application/json' \
  -d '{"role": "read", "description": "build"}' "$SVC_API_URL/api-keys/target/org/acme" && echo made
