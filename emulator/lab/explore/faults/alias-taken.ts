import type { Change } from '../../../engine/matching/schema-common.ts'
import { changeBefore } from '../change-before.ts'
import { exploreFault } from '../fault.ts'

export const aliasTaken = exploreFault({
  name: 'alias-taken',
  group: 'change',
  clauses: ['identifiers.alias.globally-unique'],
  severity: 52,
  lesson: 'Another writer can be first: an alias that was free can be taken by then.',
  at(point, baseline) {
    const { body } = point.entry.request
    const alias = typeof body === 'object' && body !== null ? (body as { alias?: unknown }).alias : undefined
    if (typeof alias !== 'string' || !/^POST \/(?:users|orgs|blobs\/:org_id)$/.test(point.unit)) return []
    const change: Change = { insert: { users: { alias, name: 'Another writer' } } }
    return [changeBefore(point, baseline, undefined, 'another writer takes the alias before this call', change)]
  },
})
