import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

describe('GET /scenarios', () => {
  it('lists what its host can load, and the one in force', async () => {
    const control = controlOf()
    expect((await control.get('/scenarios')).body).toEqual({ scenarios: [], current: 'starter' })
    const scenarios = [{ name: 'outage', about: 'Everything fails.' }]
    instanceOf(control.emulator).site.library = {
      names: async () => ['outage'],
      list: async () => scenarios,
      load: () => Promise.reject(new Error('not asked')),
    }
    expect((await control.get('/scenarios')).body).toEqual({ scenarios, current: 'starter' })
  })
})

describe('POST /scenario', () => {
  const document = {
    scenario: 1,
    name: 'two-users',
    about: 'Two more users.',
    world: { seed: 9, clock: '2030-01-01T00:00:00.000Z', records: { users: [{ alias: 'eve' }, { alias: 'zoe' }] } },
    triggers: [{ when: { endpoint: 'GET /users/eve' }, do: [{ fail: { error: 'internal_error' } }] }],
  }

  describe('POST /scenario', () => {
    it('starts again from a document, and reset comes back to it', async () => {
      const control = controlOf()
      expect(await control.post('/scenario', { document })).toMatchObject({
        status: 200,
        body: { status: 'ok', scenario: 'two-users', seed: 9, now: '2030-01-01T00:00:00.000Z' },
      })
      expect((await control.api('GET', '/users/zoe')).status).toBe(200)
      expect((await control.api('GET', '/users/eve')).status).toBe(500)
      await control.delete('/state/users/zoe')
      await control.post('/reset')
      expect((await control.api('GET', '/users/zoe')).status).toBe(200)
    })

    it('starts again from the text of a file', async () => {
      const control = controlOf()
      const text = 'scenario: 1\nname: eve-alone\nworld:\n  records:\n    users:\n      - alias: eve\n'
      expect(await control.post('/scenario', { text, file: 'eve.yaml' })).toMatchObject({
        status: 200,
        body: { scenario: 'eve-alone' },
      })
      expect((await control.api('GET', '/users/eve')).status).toBe(200)
      expect((await control.post('/scenario', { text: JSON.stringify(document) })).body.scenario).toBe('two-users')
    })

    it('starts again by name, and reads no other scenario for it', async () => {
      const control = controlOf()
      instanceOf(control.emulator).site.library = {
        names: async () => ['one', 'two'],
        list: () => Promise.reject(new Error('not asked')),
        load: async (source) => ({ scenario: { name: String(source) }, fixtures: [] }),
      }
      expect((await control.post('/scenario', { name: 'two' })).body).toMatchObject({ scenario: 'two' })
      expect(control.emulator.world.users.size).toBe(0)
    })

    it('takes back the name that GET /health gives', async () => {
      const control = controlOf()
      const health = async () => (await control.get('/health')).body.scenario
      const first = await health()
      await control.delete('/state/users/ben')
      expect((await control.post('/scenario', { name: first })).status).toBe(200)
      expect((await control.api('GET', '/users/ben')).status).toBe(200)
      await control.post('/scenario', { document })
      await control.delete('/state/users/zoe')
      expect((await control.post('/scenario', { name: await health() })).body).toMatchObject({ scenario: 'two-users' })
      expect((await control.api('GET', '/users/zoe')).status).toBe(200)
      expect((await control.post('/scenario', { name: first })).body).toMatchObject({ scenario: 'starter' })
      expect((await control.api('GET', '/users/ben')).status).toBe(200)
    })

    it('names the one that was meant', async () => {
      const control = controlOf()
      instanceOf(control.emulator).site.library = {
        names: async () => ['flaky-identity'],
        list: () => Promise.reject(new Error('not asked')),
        load: async () => {
          throw new Error('not meant')
        },
      }
      expect((await control.post('/scenario', { name: 'flakey-identity' })).body).toMatchObject({
        error: 'scenario_not_found',
        message:
          "There is no scenario 'flakey-identity', did you mean 'flaky-identity'? GET /scenarios lists those there are.",
      })
    })

    it.each([
      ['a name that is not listed', { name: '/etc/passwd' }, 404, 'There is no scenario'],
      ['a name that climbs', { name: '../../etc/passwd.yaml' }, 404, 'There is no scenario'],
      ['neither', {}, 400, 'missing'],
      [
        'a fixture that is a file',
        { document: { ...document, world: { fixtures: ['../../etc/passwd.yaml'] } } },
        400,
        'passwd.yaml',
      ],
      [
        'a bad record',
        { document: { ...document, world: { records: { users: [{ alis: 'eve' }] } } } },
        400,
        "did you mean 'alias'?",
      ],
      [
        'a scenario as the body',
        document,
        400,
        'expected the scenario in `document`: { "document": { "scenario": 1, … } }',
      ],
      [
        'the text of a file with an unknown field',
        { text: 'scenario: 1\nname: x\nstps: []\n', file: 'x.yaml' },
        400,
        "x.yaml:3:1 stps: unknown field, did you mean 'steps'?",
      ],
      ['the text of a file that is no YAML', { text: 'scenario: [' }, 400, 'text:1:12'],
      ['an unknown field', { document: { ...document, stps: [] } }, 400, "did you mean 'steps'?"],
      [
        'a bad trigger',
        { document: { ...document, triggers: [{ when: { endpoint: 'GET /nothing' }, do: [{ drop: true }] }] } },
        400,
        'triggers',
      ],
    ])('with %s changes nothing', async (_, body, status, message) => {
      const control = controlOf()
      const before = control.emulator.export()
      const reply = await control.post('/scenario', body)
      expect(reply.status).toBe(status)
      expect(reply.body.message).toContain(message)
      expect(control.emulator.export()).toEqual(before)
      expect(instanceOf(control.emulator).scenario).toBe('starter')
    })
  })
})
