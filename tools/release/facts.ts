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

/** Address of the playground for a page of docs: the published one, or the file of the build. */
export function playAddress({ homepage } = facts): string {
  if (isPlaceholder(homepage)) return '../dist/play.html'
  return `${homepage.replace(/#.*$/, '').replace(/\/*$/, '/')}play.html`
}

export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && value.includes('PLACEHOLDER')
}

/** package.json with the addresses of the release, after the keywords; those that are placeholders are left out. */
export function filledManifest(text: string, { repository, homepage, package: name, author } = facts): string {
  const {
    homepage: _home,
    bugs: _bugs,
    repository: _repository,
    ...manifest
  } = JSON.parse(text) as Record<string, unknown>
  const addresses = {
    ...(isPlaceholder(homepage) ? {} : { homepage }),
    ...(isPlaceholder(repository)
      ? {}
      : { bugs: { url: `${repository}/issues` }, repository: { type: 'git', url: `git+${repository}.git` } }),
  }
  const fields = Object.entries({ ...manifest, name, author })
  const filled = fields.flatMap((field) => (field[0] === 'keywords' ? [field, ...Object.entries(addresses)] : [field]))
  return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`
}

/** A workflow whose name of the image, wherever it stands, is that of the release. */
export function withImage(text: string, { image } = facts): string {
  return text.replaceAll(/ghcr\.io\/(?:\$\{\{ github\.repository \}\}|[^/\s]+\/svc-emulator)/g, image)
}

/** The Dockerfile with the address of its source, which registries show beside an image, once there is one. */
export function filledDockerfile(text: string, { repository } = facts): string {
  const label = isPlaceholder(repository) ? '' : ` \\\n      org.opencontainers.image.source="${repository}"`
  return text.replace(
    /(org\.opencontainers\.image\.licenses="[^"]*")(?: \\\n +org\.opencontainers\.image\.source="[^"]*")?/,
    (_, licence: string) => licence + label,
  )
}

/** The chooser of issues with the address for reports of vulnerabilities, once there is one. */
export function filledChooser(text: string, { security } = facts): string {
  const contact = `contact_links:
  - name: A vulnerability
    url: ${security}
    about: Report it privately, not as an issue.
`
  return text.replace(/^contact_links:[\s\S]*/m, '') + (isPlaceholder(security) ? '' : contact)
}

/**
 * A page with the text between `<!-- release: NAME -->` and `<!-- /release -->` made from the facts. Between `<!-- once released` and
 * `/once released -->` stands what is true after a release alone: a comment until then.
 */
export function filledPage(text: string, given = facts): string {
  const [start, end] = isPlaceholder(given.repository)
    ? ['<!-- once released', '/once released -->']
    : ['<!-- once released -->', '<!-- /once released -->']
  const toggled = text
    .replaceAll(/^<!-- once released(?: -->)?$/gm, start)
    .replaceAll(/^(?:<!-- )?\/once released -->$/gm, end)
  return toggled.replaceAll(
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
  const make = blocks[name]
  if (make === undefined)
    throw new Error(`no text is known for 'release: ${name}'; expected ${Object.keys(blocks).toSorted().join(', ')}`)
  return make(given)
}

const blocks: Readonly<Record<string, (given: ReleaseFacts) => string[]>> = {
  badges({ repository, package: name }) {
    // Badges of an address that does not exist would be broken pictures.
    if (isPlaceholder(repository)) return []
    return [
      `[![npm](https://img.shields.io/npm/v/${name})](https://www.npmjs.com/package/${name})`,
      `[![tests](${repository}/actions/workflows/test.yml/badge.svg)](${repository}/actions/workflows/test.yml)`,
    ]
  },
  contact: ({ security }) => [
    isPlaceholder(security)
      ? 'Report a vulnerability privately to whoever gave you this package.'
      : `Report a vulnerability privately: <${security}>.`,
  ],
  executables: ({ repository }) =>
    isPlaceholder(repository)
      ? []
      : [`They are attached to each release, on [the page of releases](${repository}/releases/latest).`],
  pack: ({ repository }) =>
    isPlaceholder(repository)
      ? [
          'Pack it in a clone, with `npm ci && npm pack --pack-destination ..`, and install it in a project beside the clone:',
        ]
      : [],
  play: playLines,
}

/** Invitation to the playground, with links to requests. */
function playLines(given: ReleaseFacts): string[] {
  const play = playAddress(given)
  if (isPlaceholder(given.homepage)) return []
  return [
    `**Try it before you install it,** in [the playground](${play}): [who am I](${play}#try=GET%20/users/me&as=svc-key-ada-read),`,
    `[a refusal](${play}#try=GET%20/orgs/acme&as=none), [a page of a list](${play}#try=GET%20/blobs/acme/weights/revisions?limit=2),`,
    `[a command over a socket](${play}#try=workflow.list_sessions&body=%7B%22org_id%22:%22acme%22%7D).`,
    `[All pages](${given.homepage}), with search.`,
  ]
}
