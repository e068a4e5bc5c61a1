import { expect, it } from 'vitest'
import { loadScenario } from '../../scenario/index.ts'
import type { Run } from '../subjects/function.ts'
import { shrink } from './shrink.ts'

/** Takes the first page of the sessions of an organization for all of them. */
async function countSessions({ fetch, baseUrl, apiKey, emulator }: Run): Promise<void> {
  const answer = await fetch(`${baseUrl}/workflow/list_sessions`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ org_id: 'lab' }),
  })
  const { sessions } = (await answer.json()) as { sessions?: object[] }
  if (sessions === undefined) throw new Error('no sessions')
  if (sessions.length < emulator.world.sessions.size) throw new Error('a page was taken for all')
}

const mia = { user: 'mia', target: 'org', role: 'admin' }
const key = { target: 'user', target_id: 'mia', role: 'admin', key: 'svc-key-mia' }

it.each<[string, object, object]>([
  [
    'records',
    {
      users: [{ alias: 'mia' }],
      orgs: [{ alias: 'lab' }, { alias: 'other' }],
      members: [{ ...mia, target_id: 'lab' }],
    },
    {},
  ],
  [
    'generate',
    { users: [{ alias: 'mia' }] },
    {
      orgs: [
        { count: 1, alias: 'lab' },
        { count: 20, alias: 'org-{n}' },
      ],
      members: { count: 1, ...mia, target_id: 'lab' },
    },
  ],
])('makes a world smaller whose own organization is listed in %s', async (_, records, generate) => {
  const scenario = await loadScenario({
    scenario: 1,
    name: 'lab',
    world: {
      fixtures: [],
      records: { ...records, api_keys: [key] },
      generate: { ...generate, sessions: { count: 25, alias: 'run-{n:2}', org: 'lab' } },
    },
  })
  const report = await shrink(countSessions, { scenario })
  expect(report.scenario.world).toEqual({
    fixtures: [],
    records: {
      users: [{ alias: 'mia' }],
      orgs: [{ alias: 'lab' }],
      members: [{ user: 'mia', target: 'org', target_id: 'lab' }],
      api_keys: [{ target: 'user', target_id: 'mia', role: 'admin', key: 'svc-key-mia' }],
    },
    generate: { sessions: { count: 11, org: 'lab' } },
  })
  expect(report.isLeast).toBe(true)
  await loadScenario(report.scenario)
})
