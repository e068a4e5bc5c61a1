import type { Filling } from '../engine/overlay.ts'
import type { Point } from './points.ts'

/** A text that makes a record large: a few dozen records fill a page of 1 MB. */
const LARGE = 'x'.repeat(40_000)
const RECORDS = 40
/** Members hold no text: it takes many of them. */
const MEMBERS = 6_000

/** Records that make a call's answer exceed its size limit; undefined for a listing that cannot grow. */
export function fillUntilCut({ unit, entry }: Point): Filling | undefined {
  const sent = { ...entry.request.params, ...(entry.request.body as object | null) } as Record<string, string>
  const metadata = {
    count: RECORDS,
    target_id: sent['blob_id'] ?? sent['revision_id'],
    alias: sent['alias'],
    key: 'filling-{n}',
    value: LARGE,
  }
  switch (unit) {
    case 'GET /orgs/:org_id/blobs':
      return { blobs: { count: RECORDS, alias: 'filling-{n}', org: sent['org_id'], name: LARGE, type: 'text' } }
    case 'workflow.list_definitions':
      return {
        definitions: {
          count: RECORDS,
          alias: 'filling-{n}',
          org: sent['org_id'],
          category: sent['category'] ?? 'filling',
          body: { nodes: [{ id: LARGE, kind: 'task' }], edges: [] },
        },
      }
    case 'GET /users/:user_id/orgs':
      return fillOrgs(entry.caller, sent['user_id'])
    case 'GET /members/target/:target/:target_id':
      return {
        users: { count: MEMBERS, alias: 'filling-user-{n}', name: 'Filling' },
        members: {
          count: MEMBERS,
          user: 'filling-user-{n}',
          target: sent['target'],
          target_id: sent['target_id'],
          role: 'read',
        },
      }
    case 'GET /blobs/:org_id/:blob_id/metadata/:alias':
      return { metadata: { ...metadata, target: 'blob' } }
    case 'GET /revisions/:revision_id/metadata/:alias':
      return { metadata: { ...metadata, target: 'revision' } }
    default:
      return undefined
  }
}

function fillOrgs(caller: string | null, user: string | undefined): Filling {
  const member = user === undefined || user === 'me' ? caller : user
  return {
    orgs: { count: RECORDS, alias: 'filling-org-{n}', name: LARGE, visibility: 'public' },
    members: { count: RECORDS, user: member, target: 'org', target_id: 'filling-org-{n}', role: 'read' },
  }
}
