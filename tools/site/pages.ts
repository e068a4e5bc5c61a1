/** The pages of the site, in the order of reading. Navigation, addresses and "next page" follow from this list alone. */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Group {
  readonly title: string
  /** Paths from the root of the repository. */
  readonly pages: readonly string[]
}

const docs = (...names: string[]): string[] => names.map((name) => `docs/${name}.md`)

export const groups: readonly Group[] = [
  { title: 'Start here', pages: ['README.md', ...docs('start-here', 'pages', 'glossary')] },
  {
    title: 'Front end',
    pages: docs('mock-in-tests', 'frameworks', 'hold-an-answer', 'inspector'),
  },
  {
    title: 'Quality assurance',
    pages: docs('check', 'replay-a-scenario', 'shrink', 'explore-a-client', 'two-at-once'),
  },
  {
    title: 'Platform',
    pages: docs('run-locally', 'worlds', 'containers'),
  },
  { title: 'Clients and SDKs', pages: docs('api', 'write-a-client', 'permissions', 'explored-clients') },
  { title: 'Other languages', pages: docs('from-python', 'other-languages') },
  { title: 'Agents', pages: docs('agents') },
  {
    title: 'The service',
    pages: docs(
      'find-what-your-tests-miss',
      'who-leans-on-what',
      'drift',
      'when-a-new-release-comes',
      'specification',
      'differences-from-the-real-service',
    ),
  },
  {
    title: 'Reference',
    pages: [
      ...docs('commands', 'options', 'files', 'tables-and-errors', 'control-api', 'troubleshooting', 'what-was-tested'),
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  },
  { title: 'Change the emulator', pages: ['CONTRIBUTING.md', ...docs('change-it'), 'docs/decisions/README.md'] },
]

/** Addresses in the site that a page had before, and where its text is now. */
export const moved: Readonly<Record<string, string>> = {
  'a-shared-server': 'containers#a-shared-server-for-a-team',
  'ask-the-owners': 'who-leans-on-what',
  clauses: 'specification',
  clients: 'what-was-tested#clients',
  'continuous-integration': 'containers#continuous-integration',
  'did-my-retry-make-it-worse': 'explore-a-client#two-releases',
  facts: 'drift#facts',
  'for-agents': 'agents#give-it-to-an-agent',
  'from-an-archive': 'replay-a-scenario#from-an-archive-of-a-browser',
  'from-go': 'other-languages#go',
  'from-java': 'other-languages#java',
  'from-the-shell': 'run-locally#from-the-shell',
  'mock-in-tools': 'frameworks#nextjs',
  'panel-in-a-page': 'inspector#in-your-page',
  reference: 'pages#reference',
  platforms: 'what-was-tested#systems-and-versions-of-node',
  'server-side-rendering': 'frameworks#tests-that-run-side-by-side',
  speed: 'what-was-tested#speed',
  'step-through-a-run': 'inspector#step-through-a-run',
  'test-an-agent': 'agents#test-an-agent',
  'try-in-the-browser': 'inspector#without-a-server',
  why: 'check#why-is-my-test-red',
  'your-own-data': 'worlds#your-own-data',
  'what-it-promises': 'what-was-tested#what-it-promises',
  'why-this-one': 'what-was-tested#why-not-msw-alone-prism-or-wiremock',
}

/** Shown in place of the others on pages of this group. */
export const decisions: Group = {
  title: 'Decisions',
  pages: readdirSync(`${root}docs/decisions`)
    .filter((name) => name !== 'README.md')
    .map((name) => `docs/decisions/${name}`),
}

export const pages: readonly string[] = [...groups, decisions].flatMap((group) => group.pages)

/** Place of a page in the site: `docs/drift.md` is at `drift.md`, a README is the index of its folder. */
export function placeInSite(page: string): string {
  return page
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .toLowerCase()
}

/** First heading of a page, as text. */
export function pageTitle(page: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(root + page, 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`${page} has no title; expected a line '# …'`)
  return heading.replaceAll('`', '')
}

/** Titles of the side bar, for pages whose own is too long for one line of it. */
const shortTitles: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'Changes',
  'README.md': 'Overview',
  'docs/containers.md': 'Containers, CI, shared server',
  'docs/differences-from-the-real-service.md': 'Differences',
  'docs/drift.md': 'Drift',
  'docs/other-languages.md': 'From Java and Go',
  'docs/specification.md': 'The specification',
}

/** Title of a page in the side bar: its first part, as in `Hold an answer: spinners and races`. */
export function shortTitle(page: string): string {
  return shortTitles[page] ?? pageTitle(page).replace(/[,:] .*/, '')
}
