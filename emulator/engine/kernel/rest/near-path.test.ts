import { describe, expect, it } from 'vitest'
import { nearPath } from './near-path.ts'

const known = [
  '/users/:user_id',
  '/users/:user_id/orgs',
  '/users/:user_id/limits',
  '/users/target/:target/:target_id',
  '/orgs',
  '/orgs/:id',
  '/orgs/:id/blobs',
  '/blobs/:org_id/:blob_id/revisions',
  '/revisions/:id',
  '/revisions/:id/reset',
  '/api-keys/:id',
  '/workflow/get_session',
  '/workflow/list_sessions',
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

describe('among paths that are near', () => {
  it.each([
    // A word stands nearer than a parameter, and the first of two that are as near is kept.
    ['/orgs/me', ['/orgs/:id', '/orgs/me2'], '/orgs/me'],
    ['/users/all', ['/users/:id', '/users/alle'], '/users/all'],
    ['/a/b', ['/a/:one', '/a/:two/c'], '/a/b'],
    ['/list_users', ['/list_user', '/list_userss'], '/list_user'],
    // Fewer letters of a slip, and fewer segments that differ.
    ['/sesions', ['/session', '/sessions'], '/sessions'],
    ['/orgs/acme/blob', ['/orgs/:id', '/orgs/:id/blobs'], '/orgs/acme/blobs'],
    ['/users/x/orgs', ['/user/:id/orgs', '/users/:id/orgss'], '/user/x/orgs'],
    // Further than one segment away is no slip.
    ['/orgs', ['/orgs/:id/blobs'], undefined],
    ['/orgs/a/b/c', ['/orgs/:id'], undefined],
    ['/orgs/a/b', ['/orgs/:id'], '/orgs/a'],
    // One word in common, and one segment too few or too many.
    ['/org', ['/orgs/:id'], undefined],
    ['/org/a', ['/orgs'], '/orgs'],
    ['/org/a', ['/orgs/:id'], '/orgs/a'],
    ['/org/acme/blob', ['/orgs/:id/blobs/:blob'], '/orgs/acme/blobs/:blob'],
    ['/orgs/a/b', ['/orgs'], undefined],
    ['/orgs/a', ['/orgs'], '/orgs'],
    ['/', ['/orgs'], undefined],
    ['/a', ['/:id'], undefined],
    ['/a/b', ['/:id'], undefined],
  ])('of %s is of %j %s', (path, paths, meant) => {
    expect(nearPath(path, paths)).toBe(meant)
  })
})
