import { describe, expect, it } from 'vitest'
import { writeRunLink } from '../../../emulator/scenario/run-link.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { playRun } from './play-run.ts'

const scenario: Scenario = {
  scenario: 1,
  name: 'eleven',
  world: {
    fixtures: [],
    records: {
      users: [{ alias: 'ada' }],
      orgs: [{ alias: 'acme', visibility: 'public' }],
      api_keys: [{ target: 'user', target_id: 'ada', key: 'svc-key-ada-admin' }],
    },
  },
  as: 'svc-key-ada-admin',
  steps: [{ http: 'GET /users/me' }, { http: 'GET /orgs/acme', expect: { body: { org: { visibility: 'private' } } } }],
}

describe('the run of a link', () => {
  it('is played in the page, which opens at the entry that failed', async () => {
    const { source, place } = await playRun(await writeRunLink(scenario))
    expect(source.title).toBe('eleven: step 2 fails: body.org.visibility: expected "private", got "public"')
    expect(place).toBe('#/timeline/2')
    const { entries } = await source.call('GET /journal')
    expect(entries.map(({ unit }) => unit)).toEqual(['GET /users/:user_id', 'GET /orgs/:org_id'])
    expect((await source.call('GET /state/:table', { params: { table: 'orgs' } })).records).toHaveLength(1)
    expect(source.shrink).toBeDefined()
  })

  it('may hold a world alone', async () => {
    const { steps: _steps, ...world } = scenario
    const { source, place } = await playRun(await writeRunLink(world))
    expect([source.title, place]).toEqual(['eleven: a world without steps', '#/timeline'])
    expect(source.shrink).toBeUndefined()
  })

  it('is refused where it is no scenario', async () => {
    await expect(playRun(await writeRunLink({ scenario: 1 } as never))).rejects.toThrow('name')
    await expect(playRun('#run=x')).rejects.toThrow('the link holds no run')
  })
})
