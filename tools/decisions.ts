/**
 * Writes `emulator/contract/decisions.ts`: the developers' own decisions, which stand in `docs/decisions/`, as the list of
 * `svc-emulator clauses --assumptions` prints them. `0100-….md` is A-100. Run: `npx tsx tools/decisions.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AssumptionRow } from '../emulator/contract/assumption-row.ts'

const folder = new URL('../docs/decisions/', import.meta.url)
export const decisionsFile = new URL('../emulator/contract/decisions.ts', import.meta.url)

/** The text of the module. */
export function decisionsModule(): string {
  const rows = decisionRows().map(
    ({ id, title, statement }) => `  { id: '${id}', title: ${quoted(title)}, statement: ${quoted(statement)} },`,
  )
  return `// Written by tools/decisions.ts from docs/decisions/: do not edit.
import type { AssumptionRow } from './assumption-row.ts'

/** Decisions made in the project, numbered from A-100; each stands in full in docs/decisions/. */
export const decisions: readonly AssumptionRow[] = [
${rows.join('\n')}
]
`
}

/** What the pages of docs/decisions say: their headings, and the first paragraph of each. */
export function decisionRows(): AssumptionRow[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .toSorted()
    .map(rowOf)
}

function rowOf(name: string): AssumptionRow {
  const [heading = '', ...rest] = readFileSync(new URL(name, folder), 'utf8').split('\n')
  const title = heading.replace(/^#+\s*(?:\d+[.:]?\s*)?/, '')
  const first =
    rest
      .join('\n')
      .split(/\n\s*\n/)
      .map((part) => part.trim().replaceAll(/\s*\n\s*/g, ' '))
      .find((part) => part !== '' && !part.startsWith('#')) ?? ''
  const statement = `${first === '' ? '' : `${first} `}(docs/decisions/${name})`
  return { id: `A-${Number(name.slice(0, 4))}`, title, statement }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(decisionsFile, decisionsModule())
