import { expect, it } from 'vitest'
import { findNeeds } from './needs.ts'
import type { Scenario } from './schema.ts'

const me = { http: 'GET /users/me', as: 'none' } as const

it.each<[string, Partial<Scenario>, string[]]>([
  ['steps of the API', { steps: [me, { call: 'workflow.list_sessions' }, { run: 'svc whoami' }] }, []],
  ['named keys', { keys: { ada: { user: 'ada', role: 'admin' } }, as: 'ada', steps: [me] }, []],
  ['nothing in its parts', { world: {}, triggers: [], steps: [] }, []],
  ['a seed', { world: { seed: 2 } }, ['world']],
  ['settings alone', { world: { settings: { per_page: 3 } } as never }, ['settings']],
  [
    'all of it',
    {
      world: { fixtures: ['starter'], settings: {} },
      triggers: [{ when: { command: '*' }, do: { drop: true } }],
      steps: [{ clock: { advance: '1h' } }, { change: { delete: { orgs: 'acme' } } }],
    },
    ['world', 'settings', 'triggers', 'change', 'clock'],
  ],
])('a scenario with %s', (_, parts, needs) => {
  expect(findNeeds({ scenario: 1, name: 'needs', ...parts })).toEqual(needs)
})
