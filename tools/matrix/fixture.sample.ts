/** Run by tools/matrix.mjs under other versions of vitest, against the built package. */
import { describe } from 'vitest'
import { expect, test } from 'svc-emulator/vitest'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' } }
const fixed = 'https://api.example.com/v1'
const scenario = {
  scenario: 1,
  name: 'one-more',
  about: 'One more.',
  world: { records: { orgs: [{ alias: 'extra' }] } },
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

test('an emulator, and the matchers', async ({ emulator }) => {
  emulator.world.orgs.insert({ alias: 'left-behind' })
  await emulator.fetch('http://emulator/v1/users/me', ada)
  expect(emulator).toHaveReceived('GET /users/me')
  expect(emulator).toHaveExercised('user.role-owner-for-self')
})

for (const transport of ['msw', 'server'] as const) {
  describe(transport, () => {
    const over = test.extend({ transport })
    for (const alias of ['one', 'two']) {
      over.concurrent(`keeps tests apart: ${alias}`, async ({ api, emulator }) => {
        expect(emulator.world.orgs.get('left-behind')).toBeUndefined()
        expect(api.baseUrl).toMatch(transport === 'msw' ? /emulator\.test/ : /127\.0\.0\.1/)
        await fetch(`${api.baseUrl}/orgs`, { method: 'POST', ...ada, body: JSON.stringify({ name: alias, alias }) })
        await pause()
        const { orgs } = (await (await fetch(`${api.baseUrl}/users/me/orgs`, ada)).json()) as {
          orgs: { alias: string }[]
        }
        expect(orgs.map((org) => org.alias)).toEqual(['acme', 'ada-lab', alias])
      })
    }
  })
}

describe('a fixed address', () => {
  const there = test.extend({ apiUrl: fixed })
  there('answers', async ({ emulator }) => {
    expect((await fetch(`${fixed}/users/me`, ada)).status).toBe(200)
    expect(emulator).toHaveReceived('GET /users/me')
  })
  for (const number of [1, 2]) {
    there.concurrent(`keeps tests apart: ${number}`, ({ api, emulator }) =>
      api.isolated(async () => {
        await fetch(`${fixed}/users/me`, ada)
        await pause()
        expect(emulator).toHaveReceived('GET /users/me', { times: 1 })
      }),
    )
  }
})

describe('scenarios', () => {
  test.extend({ scenario })('for a test', ({ emulator }) => {
    expect(emulator.world.orgs.get('extra')).toBeDefined()
  })
  describe('for a group', () => {
    const { override, scoped } = test as unknown as Record<string, ((choices: object) => void) | undefined>
    ;(override ?? scoped)!.call(test, { scenario: 'flaky-identity' })
    test('by name', async ({ emulator }) => {
      const ask = () => emulator.fetch('http://emulator/v1/users/me', ada)
      expect([(await ask()).status, (await ask()).status]).toEqual([500, 500])
      await expect(ask()).rejects.toThrow('fetch failed')
    })
  })
})

test('snapshots', async ({ emulator }) => {
  expect(await (await emulator.fetch('http://emulator/v1/nothing', ada)).json()).toMatchInlineSnapshot(`
    {
      "error": "endpoint_not_found",
      "message": "<prose>",
      "status": "failure",
    }
  `)
})
