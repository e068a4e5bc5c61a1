import { checkAlias, requireReady, shown, start, type Handler } from './answer.ts'
import {
  findBlob,
  findVisible,
  iso,
  Refusal,
  requireFreeAlias,
  requireRole,
  type Fields,
  type Row,
} from './reference.ts'

const viewMetadata = (entry: Row): Fields => shown(entry, 'id', 'target', 'target_id')

export const blobs: Readonly<Record<string, Handler>> = {
  'POST /blobs/:org_id': (state, caller, { params, body }, fresh) => {
    checkAlias(body['alias'])
    const org = findVisible(state, caller, 'org', params['org_id']!)
    requireRole(state, caller, 'org', org, 'write')
    const allowed = org['enabled_blob_types'] as string[]
    if (!allowed.includes(body['type'] as string))
      throw new Refusal(400, 'invalid_blob_type', { name: 'enabled_blob_types', allowed })
    requireFreeAlias(state, body['alias'] as string)
    const blob: Row = {
      id: fresh.id('blob'),
      org_id: org.id,
      alias: body['alias'],
      name: body['name'] ?? body['alias'],
      type: body['type'],
      visibility: body['visibility'] ?? 'private',
      condition: 'creating',
      created_at: iso(state.now),
    }
    state.tables.blobs.push(blob)
    return { blob: { ...blob }, operation: start(state, caller, fresh, 'create_blob', blob) }
  },
  'GET /blobs/:org_id/:blob_id': (state, caller, { params }) => ({
    blob: findBlob(state, caller, params['org_id']!, params['blob_id']!),
  }),
  'DELETE /blobs/:org_id/:blob_id': (state, caller, { params }, fresh) => {
    const blob = findBlob(state, caller, params['org_id']!, params['blob_id']!)
    requireRole(state, caller, 'blob', blob, 'admin')
    requireReady(blob)
    blob['condition'] = 'deleting'
    return { operation: start(state, caller, fresh, 'delete_blob', blob) }
  },
  'PUT /blobs/:org_id/:blob_id/metadata/:alias': (state, caller, { params, body }) => {
    const blob = findBlob(state, caller, params['org_id']!, params['blob_id']!)
    requireRole(state, caller, 'blob', blob, 'write')
    requireReady(blob)
    for (const [key, value] of Object.entries(body)) {
      const old = state.tables.metadata.find(
        (entry) => entry['target_id'] === blob.id && entry['alias'] === params['alias'] && entry['key'] === key,
      )
      if (old) old['value'] = value
      else
        state.tables.metadata.push({
          id: '?',
          target: 'blob',
          target_id: blob.id,
          alias: params['alias'],
          key,
          value,
          created_at: iso(state.now),
        })
    }
    return {}
  },
  'GET /blobs/:org_id/:blob_id/metadata/:alias': (state, caller, { params }) => {
    const blob = findBlob(state, caller, params['org_id']!, params['blob_id']!)
    return {
      metadata: state.tables.metadata
        .filter((entry) => entry['target_id'] === blob.id && entry['alias'] === params['alias'])
        .map(viewMetadata),
    }
  },
}
