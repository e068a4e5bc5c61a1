import { describe } from 'vitest'
import { expect, test } from './vitest.ts'

describe.for(['server', 'msw'] as const)('%s', (transport) => {
  const named = test.extend({ transport })
  named('a request to an address of no world is for the world that its headers name', async ({ api, emulator }) => {
    emulator.world.users.update('ada', { name: 'here' })
    const root = api.baseUrl.replace(`/w/${api.world.name}`, '')
    const headers = { ...api.world.headers, 'x-api-key': 'svc-key-ada-admin' }
    const answer = await fetch(`${root}/users/me`, { headers })
    expect(await answer.json()).toMatchObject({ user: { name: 'here' } })
    expect(emulator).toHaveReceived('GET /users/me', { times: 1 })
  })

  let late: string
  named('a test that ends first', ({ api }) => void (late = api.baseUrl))

  named('is named by the answer to a request that it did not await', async ({ api }) => {
    expect(api.baseUrl).not.toBe(late)
    const { message } = (await (await fetch(`${late}/users/me`)).json()) as { message: string }
    expect(message).toContain(`The test '${transport} > a test that ends first' has ended, and its world 'w`)
  })
})
