import { describe } from 'vitest'
import { expect, test } from './vitest.ts'

const ways = ['headers', 'key', 'token'] as const
const transports = ['server', 'msw'] as const

describe.for(transports.flatMap((transport) => ways.map((way) => [transport, way] as const)))(
  '%s',
  ([transport, way]) => {
    const named = test.extend({ transport })
    named(`a request to an address of no world is for the world that its ${way} names`, async ({ api, emulator }) => {
      emulator.world.users.update('ada', { name: way })
      const root = api.baseUrl.replace(`/w/${api.world.name}`, '')
      const headers = {
        headers: { ...api.world.headers, 'x-api-key': 'svc-key-ada-admin' },
        key: { 'x-api-key': api.world.key('ada-admin') },
        token: { authorization: `Bearer ${api.world.key('svc-token-ada')}` },
      }[way]
      const answer = await fetch(`${root}/users/me`, { headers })
      expect(await answer.json()).toMatchObject({ user: { name: way } })
      expect(emulator).toHaveReceived('GET /users/me', { times: 1 })
    })
  },
)
