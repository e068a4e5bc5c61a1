# Makes a key for a build, once: what fails is said, and not sent again.
answer=$(curl -sS --fail-with-body --max-time 2 \
  -H "X-API-Key: $SVC_API_KEY" -H 'Content-Type: application/json' \
  -d '{"role": "read", "description": "build"}' "$SVC_API_URL/api-keys/target/org/acme") || exit 1
case $answer in
  '{"status":"success",'*'}') echo made ;;
  *) echo 'no answer of the API' >&2; exit 1 ;;
esac
