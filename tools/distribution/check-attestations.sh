#!/usr/bin/env bash
# Checks that an image in a registry holds, for each architecture, an SBOM that lists packages, and the provenance of its build.
set -euo pipefail
image=$1
attested() { docker buildx imagetools inspect "$image" --format "{{ json (index .$1 \"$platform\").$2 }}"; }
for platform in linux/amd64 linux/arm64; do
  [[ $(attested SBOM SPDX) == *'"versionInfo"'* ]] || { echo "$image has no SBOM for $platform" >&2; exit 1; }
  [[ $(attested Provenance SLSA) == *'"buildType"'* ]] || { echo "$image has no provenance for $platform" >&2; exit 1; }
done
echo "$image holds an SBOM and provenance for linux/amd64 and linux/arm64"
