import type { Change } from '../../../engine/matching/schema-common.ts'
import { changeBefore } from '../change-before.ts'
import { exploreFault } from '../fault.ts'
import { findNamedRecords, type NamedRecord } from '../named-records.ts'
import type { Point } from '../points.ts'
import type { Fields } from '../../../engine/checking/is-object.ts'

export const alreadyDone = exploreFault({
  name: 'already-done',
  group: 'change',
  clauses: [],
  severity: 54,
  lesson: 'Another writer can be first: the call is then refused, and nothing is left to do.',
  at(point, baseline) {
    const done = doneBy[point.unit]?.(findNamedRecords(point, baseline.start), readBody(point))
    return done === undefined ? [] : [changeBefore(point, baseline, undefined, done.what, done.change)]
  },
})

/** Change by another writer that does the work of the call, where that is possible. */
const doneBy: Readonly<
  Record<string, (named: readonly NamedRecord[], body: Fields) => { what: string; change: Change } | undefined>
> = {
  'POST /revisions/:revision_id/reset': ([revision]) =>
    revision && {
      what: 'another writer reset the revision before this call',
      change: { update: { revisions: { [revision.id]: { status: 'ready', failed_operation: null } } } },
    },
  'POST /revisions/:revision_id/commit': ([revision]) =>
    revision && {
      what: 'another writer committed the revision before this call',
      change: { update: { revisions: { [revision.id]: { phase: 'commit' } } } },
    },
  'POST /members/target/:target/:target_id': (named, { role }) => {
    const user = named.find(({ table }) => table === 'users')
    const target = named.find(({ table }) => table === 'orgs' || table === 'blobs')
    return (
      user &&
      target && {
        what: 'another writer grants the membership before this call',
        change: {
          insert: {
            members: { user: user.id, target: target.table === 'orgs' ? 'org' : 'blob', target_id: target.id, role },
          },
        },
      }
    )
  },
}

function readBody({
  entry: {
    request: { body },
  },
}: Point): Fields {
  return typeof body === 'object' && body !== null ? (body as Fields) : {}
}
