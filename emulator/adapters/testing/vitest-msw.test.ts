import { describe } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { until } from '../../../tests/helpers/until.ts'
import { expect, test } from './vitest.ts'
import { site } from './worlds.ts'
import { instanceOf } from '../../host/instance-of.ts'

// Node 20 has no WebSocket of its own for msw to replace.
globalThis.WebSocket ??= WebSocketOfWs as unknown as typeof WebSocket

// msw 2.6 cannot let a connection of the package `ws` pass to a server: it refuses the status 101 (fixed in 2.7).
const breaksRealSockets = process.env['MATRIX_MSW'] === 'msw-oldest'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' } }

async function createOrg(baseUrl: string, alias: string): Promise<number> {
  const response = await fetch(`${baseUrl}/orgs`, {
    method: 'POST',
    ...ada,
    body: JSON.stringify({ name: alias, alias }),
  })
  return response.status
}

async function aliases(baseUrl: string): Promise<string[]> {
  const { orgs } = (await (await fetch(`${baseUrl}/users/me/orgs`, ada)).json()) as { orgs: { alias: string }[] }
  return orgs.map(({ alias }) => alias)
}

describe('a world for each test', () => {
  test('one test writes', async ({ emulator }) => {
    emulator.world.orgs.insert({ alias: 'left-behind' })
    expect(emulator.world.orgs.size).toBe(4)
  })

  test('and the next does not see it', ({ emulator }) => {
    expect(emulator.world.orgs.get('left-behind')).toBeUndefined()
    expect(emulator.world.orgs.size).toBe(3)
    expect(site.size).toBe(1)
  })
})

for (const transport of ['msw', 'server'] as const) {
  describe(`over ${transport}`, () => {
    const over = test.extend({ transport })

    for (const alias of ['one', 'two', 'three']) {
      over.concurrent(`concurrent tests do not see each other: ${alias}`, async ({ api, emulator }) => {
        expect(await createOrg(api.baseUrl, alias)).toBe(200)
        await until(() => expect(concurrent.add(alias).size).toBe(3))
        expect(await aliases(api.baseUrl)).toEqual(['acme', 'ada-lab', alias])
        expect(emulator).toHaveReceived('POST /orgs', { times: 1 })
      })
    }
    const concurrent = new Set<string>()

    over.skipIf(breaksRealSockets && transport === 'server')('has a socket', async ({ api }) => {
      const socket = new WebSocket(`${api.realtimeUrl}?api_key=svc-key-ada-admin`)
      const answer = new Promise((resolve) => {
        socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)))
      })
      await new Promise((resolve) => {
        socket.onopen = resolve
      })
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_definitions', params: { org_id: 'acme' } }),
      )
      expect(await answer).toMatchObject({ result: { definitions: [{ alias: 'ingest' }, { alias: 'report' }] } })
      socket.close()
    })
  })
}

describe('a fixed address', () => {
  const fixed = test.extend({ apiUrl: 'https://api.example.com/v2' })
  const there = 'https://api.example.com/v2'

  fixed('answers for the one test that runs, without the api fixture', async ({ emulator }) => {
    emulator.world.users.update('ada', { name: 'Countess' })
    const { user } = (await (await fetch(`${there}/users/me`, ada)).json()) as { user: { name: string } }
    expect(user.name).toBe('Countess')
  })

  fixed('and then for the next', async ({ api }) => {
    expect(api.baseUrl).toBe(there)
    expect(await aliases(there)).toEqual(['acme', 'ada-lab'])
  })

  describe('shared by tests that run at the same time', () => {
    const started = new Set<string>()
    for (const alias of ['four', 'five']) {
      fixed.concurrent(`keeps them apart: ${alias}`, ({ api }) =>
        api.isolated(async () => {
          expect(await createOrg(there, alias)).toBe(200)
          await until(() => expect(started.add(alias).size).toBe(2))
          expect(await aliases(there)).toEqual(['acme', 'ada-lab', alias])
        }),
      )
    }
  })

  describe('shared without isolation', () => {
    const started = new Set<number>()
    const asked = new Set<number>()
    for (const number of [1, 2]) {
      fixed.concurrent(`says so: ${number}`, async () => {
        await until(() => expect(started.add(number).size).toBe(2))
        const response = await fetch(`${there}/users/me`, ada)
        expect(await response.json()).toMatchObject({
          error: 'ambiguous_world',
          message: expect.stringContaining('api.isolated') as string,
        })
        await until(() => expect(asked.add(number).size).toBe(2))
      })
    }
  })
})

describe('choices', () => {
  const scenario = {
    scenario: 1,
    name: 'one-more',
    about: 'One more organization.',
    world: { fixtures: ['starter'], records: { orgs: [{ alias: 'extra' }] } },
  }

  test.extend({ scenario })('a scenario for a test', ({ emulator }) => {
    expect(instanceOf(emulator).scenario).toBe('one-more')
    expect(emulator.world.orgs.get('extra')).toBeDefined()
  })

  describe('a scenario for a group', () => {
    test.override({ scenario })
    test('is there', ({ emulator }) => expect(emulator.world.orgs.get('extra')).toBeDefined())
  })

  test('is not there outside', ({ emulator }) => expect(emulator.world.orgs.get('extra')).toBeUndefined())

  test.extend({ emulatorOptions: { journal: { size: 2 } } })('the size of the journal', async ({ emulator }) => {
    for (const alias of ['ada', 'ben', 'me'])
      await emulator.fetch(`http://emulator/v1/users/${alias}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect(emulator.journal).toMatchObject({ size: 2, length: 2, dropped: 1 })
    expect(emulator).toHaveReceived('GET /users/ada', { times: 1 })
  })

  test.extend({ emulatorOptions: { settings: { unpaginated_bytes: 1 } } })(
    'options of the emulator',
    async ({ emulator }) => {
      const { members } = (await (await emulator.fetch('http://emulator/v1/members/target/org/acme', ada)).json()) as {
        members: unknown[]
      }
      expect(members).toHaveLength(1)
    },
  )
})
