#!/usr/bin/env bash
# A script is explored as a program: exit code 1 says that there are findings.
set -euo pipefail

if npx svc-emulator explore -- sh curl.naive.sh > naive.txt; then
  echo 'the naive script has no finding'
  exit 1
fi
grep wrong-world naive.txt
npx svc-emulator explore -- sh curl.mended.sh
