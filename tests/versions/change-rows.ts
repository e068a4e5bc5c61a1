import type { Sentence } from '../../emulator/contract/section.ts'
import { effectWays, type Plan, renamed, reworded } from './plan.ts'

type Rows = Readonly<Record<string, string | Sentence>>

/** The rows of a section in the second contract. The build puts a call of it into the sources of the second release. */
export function changeRows(heading: string, rows: Rows, plan: Plan, version: string): Rows {
  const kept = Object.entries(rows).filter(([id]) => !plan.rows.removed.includes(id))
  const added = heading === 'Endpoints / Users' ? plan.added : []
  return Object.fromEntries([
    ...kept.map(
      ([id, row]) => [id, changeRow(id, typeof row === 'string' ? { says: row } : row, plan, version)] as const,
    ),
    ...added.map((id) => [id, { says: `Sentence ${id} came later.`, broken: [], since: version }] as const),
  ])
}

function changeRow(id: string, row: Sentence, { rows }: Plan, since: string): Sentence {
  const was = rows.renamed.find((each) => renamed(each) === id)
  const effect = effectWays.find((way) => rows[way].includes(id))
  return {
    ...row,
    ...(was !== undefined && { was: [was] }),
    ...(rows.deprecated.includes(id) && { until: '3.0.0' }),
    ...(effect !== undefined && { says: reworded(row.says, effect), since, effect }),
  }
}
