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
  {
    title: 'Getting started',
    pages: [
      'README.md',
      ...docs(
        'pages',
        'start-here',
        'why-this-one',
        'try-in-the-browser',
        'mock-in-tests',
        'frameworks',
        'hold-an-answer',
        'server-side-rendering',
        'a-shared-server',
        'run-locally',
        'containers',
        'continuous-integration',
      ),
    ],
  },
  {
    title: 'Questions you can ask',
    pages: docs(
      'find-what-your-tests-miss',
      'explore-a-client',
      'explored-clients',
      'did-my-retry-make-it-worse',
      'ask-the-owners',
      'shrink',
      'permissions',
      'drift',
      'facts',
      'when-a-new-release-comes',
    ),
  },
  {
    title: 'Guides',
    pages: docs(
      'replay-a-scenario',
      'from-an-archive',
      'your-own-data',
      'step-through-a-run',
      'mock-in-tools',
      'panel-in-a-page',
      'for-agents',
      'test-an-agent',
      'write-a-client',
    ),
  },
  { title: 'Other languages', pages: docs('from-python', 'from-java', 'from-go', 'from-the-shell') },
  {
    title: 'Reference',
    pages: docs(
      'api',
      'reference',
      'specification',
      'clauses',
      'differences-from-the-real-service',
      'troubleshooting',
      'glossary',
    ),
  },
  {
    title: 'Background',
    pages: [...docs('what-it-promises', 'platforms', 'speed', 'clients'), 'SECURITY.md', 'CHANGELOG.md'],
  },
  { title: 'Change the emulator', pages: ['CONTRIBUTING.md', ...docs('change-it'), 'docs/decisions/README.md'] },
]

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
