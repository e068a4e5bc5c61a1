import { describe, expect, it } from 'vitest'
import { createUnitRouter } from './router.ts'

const routed = [
  { method: 'GET', path: '/users/:user_id' },
  { method: 'PATCH', path: '/users/:id' },
  { method: 'GET', path: '/users/:user_id/orgs' },
  { method: 'GET', path: '/users/target/:target/:target_id' },
  { method: 'GET', path: '/users/target/all' },
  { method: 'POST', path: '/orgs' },
]

const router = createUnitRouter(routed)

describe('the router', () => {
  it.each([
    ['GET', '/users/ada', '/users/:user_id', { user_id: 'ada' }],
    ['HEAD', '/users/ada', '/users/:user_id', { user_id: 'ada' }],
    ['PATCH', '/users/ada', '/users/:id', { id: 'ada' }],
    ['GET', '/users/a%2Fb', '/users/:user_id', { user_id: 'a%2Fb' }],
    ['GET', '/users/target', '/users/:user_id', { user_id: 'target' }],
    ['GET', '/users/target/orgs', '/users/:user_id/orgs', { user_id: 'target' }],
    ['GET', '/users/target/all', '/users/target/all', {}],
    ['GET', '/users/target/org/acme', '/users/target/:target/:target_id', { target: 'org', target_id: 'acme' }],
    ['GET', '/users/target/all/acme', '/users/target/:target/:target_id', { target: 'all', target_id: 'acme' }],
    ['POST', '/orgs', '/orgs', {}],
    ['GET', '/users/__proto__', '/users/:user_id', { user_id: '__proto__' }],
  ])('finds %s %s', (method, path, pattern, params) => {
    expect(router.find(method, path)).toMatchObject({ unit: { path: pattern }, params })
  })

  it.each([
    '/',
    '//',
    '/user',
    '/users',
    '/users/',
    '/users//',
    '/users//orgs',
    '//users/ada',
    '/users/ada/',
    '/orgs/',
    '/users/ada//',
    '/users/ada/blobs',
    '/users/target/org/acme/x',
    '/orgs//',
    '/constructor',
  ])('finds nothing at %s', (path) => {
    expect(router.find('GET', path)).toBeUndefined()
  })

  it('tells a wrong method from an unknown path', () => {
    expect(router.find('DELETE', '/users/ada')).toMatchObject({ unit: undefined, methods: ['GET', 'PATCH'] })
    expect(router.paths).toEqual([
      '/users/:user_id',
      '/users/:user_id/orgs',
      '/users/target/:target/:target_id',
      '/users/target/all',
      '/orgs',
    ])
  })

  it('refuses two units for one method of one path', () => {
    expect(() => createUnitRouter([...routed, { method: 'GET', path: '/users/:other' }])).toThrow(
      'two units answer GET /users/:other',
    )
  })
})
