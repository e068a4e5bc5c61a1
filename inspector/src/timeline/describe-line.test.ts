import { expect, it } from 'vitest'
import { describeLine } from './describe-line.ts'
import { formatRequest, searchText, type Line } from './line.ts'

const line = (url: string) =>
  ({ via: 'http', request: { method: 'GET', url }, clauses: [], assumptions: [] }) as unknown as Line

it.each([
  ['/v1', '/v1/users/me', '/v1/users/me'],
  ['/api', '/v1/users/me?limit=1', '/api/users/me?limit=1'],
  ['', '/v1/users/me', '/users/me'],
  ['/api', '/v1', '/api'],
  ['/api', '/v10/users', '/v10/users'],
  ['/api', 'https://api.example.com/elsewhere', 'https://api.example.com/elsewhere'],
])('shows below %j the path that the page asked for: %s as %s', (basePath, url, shown) => {
  expect(formatRequest(describeLine(line(url), { run: undefined, basePath }))).toBe(shown)
})

it('finds an entry by the path that the page asked for', () => {
  const described = describeLine({ ...line('/v1/users/me'), triggers: [], notes: [] } as Line, {
    run: undefined,
    basePath: '/api',
  })
  expect(searchText(described)).toContain('/api/users/me')
})
