import { pythonVersion } from '../build/wheel.mjs'
import type { ReleaseFacts } from './facts.ts'

/** The part of `npm pack --json` that the plan reads; sizes in bytes. */
export interface Packed {
  readonly name: string
  readonly version: string
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/** Lines that say what is published where. */
export function publishingPlan(
  { name, version, size, unpackedSize, entryCount }: Packed,
  { image }: ReleaseFacts,
): string[] {
  const [major, minor] = version.split('.')
  const isPrerelease = version.includes('-')
  // The action that names the image adds `latest` to a version that is no prerelease.
  const imageTags = isPrerelease ? [version] : [version, `${major}.${minor}`, 'latest']
  return [
    `To be published by the tag v${version}:`,
    `  npm    ${name}@${version} as '${isPrerelease ? 'next' : 'latest'}'`,
    `         ${entryCount} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`,
    ...[...executableNames(version), wheelName(version)].map((name) => `  file   ${name}`),
    ...imageTags.map((tag) => `  image  ${image}:${tag} (linux/amd64, linux/arm64)`),
    `git tag v${version} && git push origin v${version}`,
  ]
}

/** Archives that are attached to the release of a tag, with SHA256SUMS. */
function executableNames(version: string): string[] {
  const systems = ['linux-x64', 'linux-arm64', 'macos-arm64', 'windows-x64']
  return systems.map((system) => `svc-emulator-${version}-${system}.tar.gz`)
}

/** The plugin for pytest, as the build names it. */
function wheelName(version: string): string {
  return `pytest_svc_emulator-${pythonVersion(version)}-py3-none-any.whl`
}

/** Problem of a release's changelog: no section for the version, or an empty one. */
export function changelogProblems(text: string, version: string): string[] {
  const section = text.split(/^## /m).find((part) => part.split('\n', 1)[0]?.trim() === version)
  if (section === undefined) return [`CHANGELOG.md has no section '## ${version}'`]
  return /^- /m.test(section) ? [] : [`section '## ${version}' of CHANGELOG.md names no change`]
}

/** Changesets in the folder: what users will notice of the next release, and its notes do not name yet. */
export function waitingChangesets(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/** Problems of a release for which changesets wait, with the command that moves them. */
export function changesetProblems(waiting: readonly string[]): string[] {
  return waiting.map((name) => `.changeset/${name} is not in the notes: \`npm run release -- --notes\` moves it there`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
