import { type Plan, type Way, ways } from './plan.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clauses } from '../../emulator/contract/clauses.ts'

/** Rows for each way. */
export const ROWS = 20

/** Chooses rows for each way in turn, those first that the kept files speak of. The row that stands for removed ones stays as it is. */
export function planSecondContract(met: ReadonlySet<string>): Plan {
  const stand = 'service.json-bodies'
  const cited = citedIds()
  const order = [...clauses.filter(({ id }) => met.has(id)), ...clauses.filter(({ id }) => !met.has(id))]
  const rows = Object.fromEntries(ways.map((way) => [way, [] as string[]])) as Record<Way, string[]>
  for (const { id } of order.filter((row) => row.id !== stand)) {
    // Another id, and none, need a place where the code names the one of today.
    const open = ways.filter(
      (way) => rows[way].length < ROWS && (cited.has(id) || !['renamed', 'removed'].includes(way)),
    )
    const way = open.toSorted((a, b) => rows[a].length - rows[b].length)[0]
    if (way !== undefined) rows[way].push(id)
  }
  return { rows, added: Array.from({ length: ROWS }, (_, at) => `users.later.sentence-${at + 1}`), stand }
}

/** Ids that sources name whole, outside of the contract. */
function citedIds(): ReadonlySet<string> {
  const root = resolve(import.meta.dirname, '../..')
  const files = ['emulator', 'cli'].flatMap((door) =>
    readdirSync(join(root, door), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('contract/clauses/'))
      .map((name) => readFileSync(join(root, door, name), 'utf8')),
  )
  const words = new Set(
    files.flatMap((text) => Array.from(text.matchAll(/'([a-z][a-z\d]*(?:[.-][a-z\d]+)+)'/g), (match) => match[1]!)),
  )
  return new Set<string>(clauses.map(({ id }) => id).filter((id) => words.has(id)))
}
