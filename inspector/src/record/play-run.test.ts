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
  it('is played in the page, which shows the record of one that failed', async () => {
    const source = await playRun(await writeRunLink(scenario))
    expect(source.live).toBe(false)
    expect(source.run).toMatchObject({
      problems: ['Step 2, GET /orgs/acme\nbody.org.visibility: expected "private", got "public"'],
      opens: 2,
    })
    const { entries } = await source.call('GET /journal')
    expect(entries.map(({ unit }) => unit)).toEqual(['GET /users/:user_id', 'GET /orgs/:org_id'])
    expect((await source.call('GET /state/:table', { params: { table: 'orgs' } })).records).toHaveLength(1)
    expect(source.run?.shrink).toBeDefined()
  })

  it('is a world to go on with where it passes, or holds a world alone', async () => {
    const { steps = [], ...world } = scenario
    const alone = await playRun(await writeRunLink(world))
    expect([alone.title, alone.live]).toEqual(['eleven: a world without steps', true])
    const passed = await playRun(await writeRunLink({ ...world, steps: steps.slice(0, 1) }))
    expect([passed.title, passed.live]).toEqual(['eleven: all steps pass', true])
  })

  it('is refused where it is no scenario', async () => {
    await expect(playRun(await writeRunLink({ scenario: 1 } as never))).rejects.toThrow('name')
    await expect(playRun('#run=x')).rejects.toThrow('the link holds no run')
  })
})
