import type { Change } from '../format/schema-common.ts'
import type { Point } from './points.ts'

/** Bytes of the text that makes a record large: a few dozen of them fill a page of 1 MB. */
const LARGE = 'x'.repeat(40_000)
const RECORDS = 40
/** Members have no text of their own, so that it takes many. */
const MEMBERS = 6_000

/** Records that make the answer to a call be cut at its ordinary budget; undefined for a listing that has no way to grow. */
export function fillUntilCut({ unit, entry }: Point): Change[] | undefined {
  const sent = { ...entry.request.params, ...(entry.request.body as object | null) } as Record<string, string>
  const many = <R>(record: (n: number) => R) => Array.from({ length: RECORDS }, (_, n) => record(n))
  switch (unit) {
    case 'GET /orgs/:org_id/blobs': return [{ insert: { blobs: many((n) => ({ alias: `filling-${n}`, org: sent['org_id'], name: LARGE, type: 'text' })) } }]
    case 'workflow.list_definitions': return [{ insert: { definitions: many((n) => ({ alias: `filling-${n}`, org: sent['org_id'], category: sent['category'] ?? 'filling', body: { nodes: [{ id: LARGE, kind: 'task' }], edges: [] } })) } }]
    case 'GET /users/:user_id/orgs': return orgsOf(entry.caller, sent['user_id'], many)
    case 'GET /members/target/:target/:target_id': return membersOf(sent)
    case 'GET /blobs/:org_id/:blob_id/metadata/:alias': return [{ insert: { metadata: many((n) => ({ target: 'blob', target_id: sent['blob_id'], alias: sent['alias'], key: `filling-${n}`, value: LARGE })) } }]
    case 'GET /revisions/:revision_id/metadata/:alias': return [{ insert: { metadata: many((n) => ({ target: 'revision', target_id: sent['revision_id'], alias: sent['alias'], key: `filling-${n}`, value: LARGE })) } }]
    default: return undefined
  }
}

function orgsOf(caller: string | null, user: string | undefined, many: <R>(record: (n: number) => R) => R[]): Change[] {
  const member = user === undefined || user === 'me' ? caller : user
  return [
    { insert: { orgs: many((n) => ({ alias: `filling-org-${n}`, name: LARGE, visibility: 'public' })) } },
    { insert: { members: many((n) => ({ user: member, target: 'org', target_id: `filling-org-${n}`, role: 'read' })) } },
  ]
}

function membersOf({ target, target_id: id }: Record<string, string>): Change[] {
  const many = <R>(record: (n: number) => R) => Array.from({ length: MEMBERS }, (_, n) => record(n))
  return [
    { insert: { users: many((n) => ({ alias: `filling-user-${n}`, name: 'Filling' })) } },
    { insert: { members: many((n) => ({ user: `filling-user-${n}`, target, target_id: id, role: 'read' })) } },
  ]
}
