import type { ClauseId } from '../../contract/clauses.ts'
import { mutants } from '../../contract/variants.ts'
import { tables } from '../../engine/world/tables/index.ts'
import { sentSecrets } from './asked.ts'
import type { DriftTimeline } from './hypotheses.ts'
import { listIds } from './suspects.ts'
import { listReferences } from './timeline.ts'
import type { Twin } from './twin.ts'

/** Sentences about the effect of a write. */
const effects: ReadonlySet<string> = new Set(
  mutants.flatMap(({ statement, by }) => (by.mutator === 'no-op' || by.mutator === 'undo' ? [statement] : [])),
)

/**
 * Sentences that require the deletion of a record that the target still has: those about the effect of the exchange
 * that deleted it at the twin. Empty if the difference at the position is not about such a record.
 */
export function findLostEffects({ steps, before }: DriftTimeline, at: number): ClauseId[] {
  const { exchange } = steps[at]!
  const now = before[at]!
  const { asked } = exchange
  const named = [...listReferences(asked).map(([, value]) => value), ...listIds(exchange, true)]
  for (const value of new Set([...named, ...sentSecrets(asked.caller)])) {
    const known = now.pairing.findTwin(value) ?? value
    if (holds(now, known)) continue
    for (let position = at - 1; position >= 0; position--)
      if (holds(before[position]!, known))
        return steps[position]!.twin.statements.filter((id): id is ClauseId => effects.has(id))
  }
  return []
}

/** True if the twin has a record with this id or this secret. */
function holds({ host: { world } }: Twin, value: string): boolean {
  if (world.api_keys.with('key', value) !== undefined) return true
  return Object.keys(tables).some((name) => world.table(name)?.get(value) !== undefined)
}
