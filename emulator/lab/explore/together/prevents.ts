import { findSentence } from '../../../contract/find-sentence.ts'
import { catalog } from '../../../service/catalog.ts'
import type { Ran } from './run-together.ts'

/** The clause by which a second record with the same alias is refused. */
const UNIQUE = 'identifiers.alias.globally-unique'

/** The sentence that would refuse the second record, if a call that wrote to one of these tables can give it an alias. */
export function findPreventing({ steps, start }: Ran, tables: readonly string[]): string[] {
  const names = start.state.tables.map(({ definition }) => definition.name)
  const writing = steps.filter(({ touched }) => touched.writes.some(({ table }) => tables.includes(names[table]!)))
  const written = new Set(writing.flatMap(({ calls }) => calls.map(({ unit }) => unit?.id)))
  const isNamed = catalog.some(
    (unit) => written.has(unit.id) && (unit.errors as readonly string[]).includes('alias_taken'),
  )
  return isNamed ? [`with an alias the second is refused: ${findSentence(UNIQUE)} (${UNIQUE})`] : []
}
