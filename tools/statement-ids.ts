/**
 * Writes `emulator/contract/statement-ids.ts`: the ids of the contract apart from its prose. The core counts statements and names
 * them, and would otherwise carry 80 KB of text into every bundle and every start. Beside it `statement-names.ts`, the ids as types, so
 * that no declaration holds the prose, and `assumption-titles.ts`. Run: `npx tsx tools/statement-ids.ts`.
 */
import { writeFileSync } from 'node:fs'
import { assumptions } from '../emulator/contract/assumptions.ts'
import { clauses } from '../emulator/contract/clauses.ts'

export const idsFile = new URL('../emulator/contract/statement-ids.ts', import.meta.url)
export const namesFile = new URL('../emulator/contract/statement-names.ts', import.meta.url)
export const titlesFile = new URL('../emulator/contract/assumption-titles.ts', import.meta.url)

/** The text of the module. */
export function statementIdsModule(): string {
  return `// Written by tools/statement-ids.ts from clauses/ and assumptions/: do not edit.
import type { AssumptionId, ClauseId } from './statement-names.ts'

/** The id of every clause, in the order of the specification. */
export const clauseIds = whole(\`
${wrapped(shortened(clauses.map(({ id }) => id)), 138)}
\`)

/** The id of every assumption, in order. */
export const assumptionIds: readonly AssumptionId[] = [
${wrapped(
  assumptions.map(({ id }) => `'${id}',`),
  138,
)}
]

/** Each leading dot stands for a word that the id before it begins with, too. */
function whole(text: string): readonly ClauseId[] {
  let words: string[] = []
  return text.trim().split(/\\s+/).map((id) => {
    const [dots] = /^\\.*/.exec(id)!
    words = [...words.slice(0, dots.length), ...id.slice(dots.length).split('.')]
    return words.join('.') as ClauseId
  })
}
`
}

/** The ids without the words that each begins with like the one before it: a dot for each. */
function shortened(ids: readonly string[]): string[] {
  return ids.map((id, n) => {
    const words = id.split('.')
    const before = ids[n - 1]?.split('.') ?? []
    const same = words.findIndex((word, position) => word !== before[position] || position === words.length - 1)
    return '.'.repeat(same) + words.slice(same).join('.')
  })
}

/** The text of the module of types. */
export function statementNamesModule(): string {
  const union = (rows: readonly { readonly id: string }[]): string =>
    wrapped(
      rows.flatMap(({ id }) => ['|', `'${id}'`]),
      138,
    )
  return `// Written by tools/statement-ids.ts from clauses/ and assumptions/: do not edit.

/** The id of a clause: a testable statement of the specification. */
export type ClauseId =
${union(clauses)}

/** The id of an assumption: a decision on what the specification leaves open. */
export type AssumptionId =
${union(assumptions)}
`
}

/** The text of the module of titles. */
export function assumptionTitlesModule(): string {
  const titles = assumptions.map(({ id, title }) => `  '${id}': '${title.replaceAll(/['\\\\]/g, '\\\\$&')}',`)
  return `// Written by tools/statement-ids.ts from assumptions/: do not edit.
import type { AssumptionId } from './statement-names.ts'

/** The title of every assumption by its id, in order. */
export const assumptionTitles: Readonly<Record<AssumptionId, string>> = {
${titles.join('\n')}
}
`
}

function wrapped(words: readonly string[], width: number): string {
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(idsFile, statementIdsModule())
  writeFileSync(namesFile, statementNamesModule())
  writeFileSync(titlesFile, assumptionTitlesModule())
}
