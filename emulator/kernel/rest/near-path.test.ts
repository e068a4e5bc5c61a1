import { describe, expect, it } from 'vitest'
import { nearPath } from './near-path.ts'

const known = [
  '/users/:user_id', '/users/:user_id/orgs', '/users/:user_id/limits', '/users/target/:target/:target_id', '/orgs', '/orgs/:id', '/orgs/:id/blobs',
  '/blobs/:org_id/:blob_id/revisions', '/revisions/:id', '/revisions/:id/reset', '/api-keys/:id', '/workflow/get_session', '/workflow/list_sessions',
]

describe('the nearest path', () => {
  it.each([
    ['/user/me', '/users/me'],
    ['/users/me/org', '/users/me/orgs'],
    ['/revision/42/resett', '/revisions/42/reset'],
    ['/api_keys/1', '/api-keys/1'],
    ['/apikeys/1', '/api-keys/1'],
    ['/workflow/listSessions', '/workflow/list_sessions'],
    ['/workflow/list_session', '/workflow/list_sessions'],
    ['/blobs/acme/weights/revision', '/blobs/acme/weights/revisions'],
    ['/blobs/acme/revisions', undefined],
    ['/users', '/users/:user_id'],
    ['/completely/else', undefined],
    ['/', undefined],
    ['/me', undefined],
  ])('of %s is %s', (path, meant) => {
    expect(nearPath(path, known)).toBe(meant)
  })
})
