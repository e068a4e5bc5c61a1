import type { Change, ShownTableName } from '../../../engine/matching/schema-common.ts'
import { changeBefore } from '../change-before.ts'
import { exploreFault, type PlainRun } from '../fault.ts'
import { findNamedRecords, type NamedRecord } from '../named-records.ts'
import type { ExperimentPlan } from '../plan.ts'
import type { Point } from '../points.ts'
import type { Fields } from '../../../engine/checking/is-object.ts'

export const targetChanges = exploreFault({
  name: 'target-changes',
  group: 'change',
  clauses: [],
  severity: 55,
  lesson:
    'A record that a call names can be deleted or renamed before the call, and another can take its alias: a client that has found a record uses its id from then on.',
  at: (point, baseline) =>
    findNamedRecords(point, baseline.start)
      .filter(({ table }) => table !== 'users')
      .flatMap((named) => planChanges(named, point, baseline)),
})

function planChanges(
  { table, id, alias, sent, record }: NamedRecord,
  point: Point,
  baseline: PlainRun,
): ExperimentPlan[] {
  const noun = table.replace(/s$/, '')
  const changed = (how: string, what: string, ...changes: [Change, ...Change[]]) =>
    changeBefore(point, baseline, `${table}-${how}`, `the ${noun} that it names is ${what}`, ...changes)
  const deleted = changed('deleted', 'deleted before this call', { delete: { [table]: id } })
  if (alias === undefined) return [deleted]
  const rename: Change = { update: { [table]: { [id]: { alias: `${alias}-renamed` } } } }
  const renamed = changed('renamed', 'renamed before this call', rename)
  const successor = sent === alias ? successors[table]?.(record) : undefined
  if (successor === undefined) return [deleted, renamed]
  const changes: [Change, Change] = [rename, { insert: { [table]: { alias, ...successor } } }]
  const succeeded: ExperimentPlan = {
    ...changed('succeeded', 'renamed before this call, and another takes its alias', ...changes),
    accepts: { by: 'truth', changes, names: [id, sent] },
  }
  return [deleted, renamed, succeeded]
}

/** Fields that a record needs in order to take over the alias of another: those of its parent. */
const successors: Partial<Record<ShownTableName, (record: Fields) => object>> = {
  orgs: () => ({ name: 'Successor' }),
  blobs: ({ org_id: org, type }) => ({ org, name: 'Successor', type }),
  definitions: ({ org_id: org, category, body }) => ({ org, category, body }),
  sessions: ({ org_id: org }) => ({ org }),
}
