// @vitest-environment happy-dom
/** Tests whose client believes that it runs in a page: requests to other origins are subject to CORS. */
import { expect, test } from './vitest.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin', 'x-requested-with': 'XMLHttpRequest' } }

for (const [over, choices] of [
  ['a port', {}],
  ['msw', { transport: 'msw' }],
  ['a fixed address', { apiUrl: 'https://api.svc.test/v1' }],
  ['a path of the page', { apiUrl: '/api/v1' }],
] as const) {
  test.extend(choices as object)(`a page is answered over ${over}`, async ({ api, emulator }) => {
    emulator.triggers.add({
      when: { endpoint: 'GET /users/me', nth: 2 },
      do: { fail: { status: 429, headers: { 'retry-after': '7' } } },
    } as never)
    expect((await fetch(`${api.baseUrl}/users/me`, ada)).status).toBe(200)
    const refused = await fetch(`${api.baseUrl}/users/me`, ada)
    expect(refused.headers.get('retry-after')).toBe('7')
  })

  test.extend(choices as object)(`and with XMLHttpRequest over ${over}`, async ({ api }) => {
    const request = new XMLHttpRequest()
    request.open('GET', `${api.baseUrl}/users/me`)
    request.setRequestHeader('x-api-key', 'svc-key-ada-admin')
    await new Promise((resolve) => {
      request.onloadend = resolve
      request.send()
    })
    expect(JSON.parse(request.responseText)).toMatchObject({ user: { alias: 'ada' } })
  })
}
