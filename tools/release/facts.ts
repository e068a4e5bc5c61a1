/**
 * The facts of tools/release.json: the addresses and accounts of the people who release this. `npm run write` fills them into the files that
 * name them; a release is refused while one of them is a placeholder.
 */
import { readFileSync } from 'node:fs'

const named = ['repository', 'homepage', 'package', 'author', 'image', 'security'] as const

export type ReleaseFacts = Readonly<Record<(typeof named)[number], string>>

export const facts = JSON.parse(readFileSync(new URL('../release.json', import.meta.url), 'utf8')) as ReleaseFacts

/** Problems of the facts of a release, one per line: missing fields, unknown ones, and placeholders. */
export function factProblems(given: Readonly<Record<string, unknown>> = facts): string[] {
  return [
    ...named.filter((name) => typeof given[name] !== 'string').map((name) => `'${name}' is missing`),
    ...Object.keys(given)
      .filter((name) => !(named as readonly string[]).includes(name))
      .map((name) => `'${name}' is unknown; expected ${named.join(', ')}`),
    ...Object.entries(given)
      .filter(([, value]) => isPlaceholder(value))
      .map(([name, value]) => `'${name}' is still a placeholder: ${String(value)}`),
    // Programs import the name, whatever scope it is published under.
    ...(/^(?:@[a-z\d][\w.-]*\/)?svc-emulator$/.test(String(given['package'] ?? 'svc-emulator'))
      ? []
      : [`'package' is ${String(given['package'])}; expected svc-emulator or @scope/svc-emulator`]),
  ]
}

/** Address of the published playground. */
export function playAddress({ homepage } = facts): string {
  return `${homepage.replace(/#.*$/, '').replace(/\/*$/, '/')}play.html`
}

export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && value.includes('PLACEHOLDER')
}

/** package.json with the addresses of the release. */
export function filledManifest(text: string, { repository, homepage, package: name, author } = facts): string {
  const manifest = JSON.parse(text) as Record<string, unknown>
  Object.assign(manifest, { name, homepage, author })
  manifest['bugs'] = { url: `${repository}/issues` }
  manifest['repository'] = { type: 'git', url: `git+${repository}.git` }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** A text whose name of the image, wherever it stands, is that of the release. */
export function withImage(text: string, { image } = facts): string {
  return text.replaceAll(/ghcr\.io\/(?:\$\{\{ github\.repository \}\}|[^/\s]+\/svc-emulator)/g, image)
}

/** The Dockerfile with the address of its source, which registries show beside an image. */
export function filledDockerfile(text: string, { repository } = facts): string {
  return text.replace(/(org\.opencontainers\.image\.source=)"[^"]*"/, (_, label: string) => `${label}"${repository}"`)
}

/** The chooser of issues with the address for reports of vulnerabilities. */
export function filledChooser(text: string, { security } = facts): string {
  return text.replace(/(\n    url: ).*/, `$1${security}`)
}

/** A page with the text between `<!-- release: NAME -->` and `<!-- /release -->` made from the facts. */
export function filledPage(text: string, given = facts): string {
  return text.replaceAll(
    /(<!-- release: (\w+) -->\n)[\s\S]*?(<!-- \/release -->)/g,
    (_, start: string, name: string, end: string) =>
      start +
      lines(name, given)
        .map((line) => `${line}\n`)
        .join('') +
      end,
  )
}

function lines(name: string, given: ReleaseFacts): string[] {
  const { repository, package: packageName, security } = given
  if (name === 'contact') return [`Report a vulnerability privately: <${security}>.`]
  if (name === 'play') return playLines(given)
  if (name === 'executables') return [executablesLine(repository)]
  if (name !== 'badges')
    throw new Error(`no text is known for 'release: ${name}'; expected badges, contact, executables or play`)
  // Badges of an address that does not exist would be broken pictures.
  if (isPlaceholder(repository)) return []
  return [
    `[![npm](https://img.shields.io/npm/v/${packageName})](https://www.npmjs.com/package/${packageName})`,
    `[![tests](${repository}/actions/workflows/test.yml/badge.svg)](${repository}/actions/workflows/test.yml)`,
  ]
}

function executablesLine(repository: string): string {
  const page = 'the page of releases of the repository'
  return `They are attached to each release, on ${isPlaceholder(repository) ? page : `[${page}](${repository}/releases/latest)`}.`
}

/** Invitation to the playground, with links to requests. */
function playLines(given: ReleaseFacts): string[] {
  const play = playAddress(given)
  if (isPlaceholder(play))
    return [
      '**Try it before you install it:** the playground is [one file](docs/try-in-the-browser.md) that opens in a browser.',
    ]
  return [
    `**Try it before you install it,** in [the playground](${play}): [who am I](${play}#try=GET%20/users/me&as=svc-key-ada-read),`,
    `[a refusal](${play}#try=GET%20/orgs/acme&as=none), [a page of a list](${play}#try=GET%20/blobs/acme/weights/revisions?limit=2),`,
    `[a command over a socket](${play}#try=workflow.list_sessions&body=%7B%22org_id%22:%22acme%22%7D).`,
    `[All pages](${given.homepage}), with search.`,
  ]
}
