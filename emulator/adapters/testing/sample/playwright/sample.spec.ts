/** Run by playwright.browser.test.ts with Playwright's own runner. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as baseTest } from '../../playwright.ts'

/** The app under test, on a port of its own. Addresses of the emulator are in its query. */
const test = baseTest.extend<{ app: string }>({
  // oxlint-disable-next-line no-empty-pattern
  async app({}, use) {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://localhost')
      response.setHeader('content-type', 'text/html').end(page(searchParams.get('api')!, searchParams.get('realtime')!))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    server.close()
  },
})

const page = (
  baseUrl: string,
  realtimeUrl: string,
) => `<!doctype html><title>sample</title><p id="me"></p><p id="xhr"></p><p id="rpc"></p><script type="module">
  const headers = { 'X-API-Key': 'svc-key-ada-admin' }
  const { user } = await (await fetch('${baseUrl}/users/me', { headers })).json()
  document.querySelector('#me').textContent = user.name
  const request = new XMLHttpRequest()
  request.open('GET', '${baseUrl}/users/me')
  request.setRequestHeader('X-API-Key', 'svc-key-ada-admin')
  request.responseType = 'json'
  request.onload = () => { document.querySelector('#xhr').textContent = request.response.user.name }
  request.send()
  const socket = new WebSocket('${realtimeUrl}?api_key=svc-key-ada-admin')
  socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_definitions', params: { org_id: 'acme' } }))
  socket.onmessage = ({ data }) => { document.querySelector('#rpc').textContent = JSON.parse(data).result.definitions.map(({ alias }) => alias).join() }
</script>`

for (const name of ['Countess', 'Augusta']) {
  test(`a page shows what its own world holds: ${name}`, async ({ page: browser, app, emulator }) => {
    await emulator.world.users.update('ada', { name })
    await browser.goto(`${app}?${new URLSearchParams({ api: emulator.baseUrl, realtime: emulator.realtimeUrl })}`)
    await expect(browser.locator('#me')).toHaveText(name)
    await expect(browser.locator('#xhr')).toHaveText(name)
    await expect(browser.locator('#rpc')).toHaveText('ingest,report')
    await expect(emulator).toHaveReceived({ endpoint: 'GET /users/me', caller: 'ada' }, { times: 2 })
    await expect(emulator).toHaveReceived({ command: 'workflow.list_definitions', via: 'socket' })
    await expect(emulator).not.toHaveReceived('DELETE /orgs/:id')
    await expect(emulator).toHaveExercised('user.role-owner-for-self')
    await expect(emulator).toNeedAtMost('read on org acme')
    await expect(emulator).not.toNeedAtMost('admin on org ada-lab')
  })
}

test('keeps its calls as a snapshot', async ({ request, api, emulator }) => {
  const headers = { 'x-api-key': 'svc-key-ada-admin' }
  for (const path of ['/users/me', '/users/me', '/orgs/acme']) await request.get(`${api.baseUrl}${path}`, { headers })
  await expect(emulator).toMatchCalls()
})

test.describe('a scenario for a group', () => {
  test.use({
    scenario: { scenario: 1, name: 'extra', about: 'One more.', world: { records: { orgs: [{ alias: 'extra' }] } } },
  })
  test('is there', async ({ emulator }) => {
    expect((await emulator.world.orgs.get('extra'))?.alias).toBe('extra')
    expect(await emulator.world.orgs.get('nobody')).toBeUndefined()
    expect((await emulator.world.sessions.list()).length).toBe(25)
  })
})

test('is arranged and looked at over the network', async ({ emulator }) => {
  const org = await emulator.world.orgs.insert({ alias: 'mine' })
  await expect(emulator.world.orgs.insert({ alias: 'mine' })).rejects.toThrow(/has the alias 'mine'/)
  await expect(emulator.world.orgs.update('nobody', { name: 'x' })).rejects.toThrow(/no record 'nobody'/)
  expect(await emulator.world.orgs.delete(org.id)).toBe(1)
  const before = await emulator.clock.now()
  await emulator.clock.advance('1h')
  expect((await emulator.clock.now()) - before).toBe(3_600_000)
  await emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'internal_error' } }] })
  expect((await fetch(`${emulator.baseUrl}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status).toBe(
    500,
  )
  await emulator.reset()
  expect((await fetch(`${emulator.baseUrl}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status).toBe(
    200,
  )
})

test('is reached as in vitest', async ({ api, emulator }) => {
  const { user } = (await (
    await fetch(`${api.baseUrl}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  ).json()) as { user: { alias: string } }
  expect(user.alias).toBe('ada')
  expect(api).toMatchObject({ baseUrl: emulator.baseUrl, realtimeUrl: emulator.realtimeUrl })
  await expect(emulator).toHaveReceived('GET /users/me')
})

test('fails, and leaves the journal', async ({ emulator }) => {
  test.fail()
  await fetch(`${emulator.baseUrl}/users/me`)
  await expect(emulator).toHaveReceived({ endpoint: 'GET /users/me', caller: 'ada' })
})

test('fails when an assertion is not awaited', ({ emulator }) => {
  test.fail()
  void expect(emulator).toHaveReceived('GET /users/me', { times: 0 })
})

test('fails when an assertion beside a page is not awaited', async ({ page: browser, app, emulator }) => {
  await browser.goto(`${app}?${new URLSearchParams({ api: emulator.baseUrl, realtime: emulator.realtimeUrl })}`)
  void expect(emulator).toHaveReceived('DELETE /orgs/:id', { times: 0 })
})

/** A host that notes what it is asked, and answers any page. */
const heard = baseTest.extend<{ other: { url: string; asked: string[] }; site: string }>({
  // oxlint-disable-next-line no-empty-pattern
  async other({}, use) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(
        `${request.method} ${request.url} ${String(request.headers['baggage'] ?? '-')} ${String(request.headers['x-mine'] ?? '-')}`,
      )
      if (request.method === 'OPTIONS') response.writeHead(405).end()
      else response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked })
    server.close()
  },
  // oxlint-disable-next-line no-empty-pattern
  async baseURL({ other }, use) {
    const server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: `${other.url}/redirected` }).end()
      else
        response
          .setHeader('content-type', 'text/html')
          .end(
            `<p id="told">${String(request.headers['baggage'] ?? '-')} ${String(request.headers['x-mine'] ?? '-')}</p>`,
          )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
  },
})

heard.describe('with a header of the user', () => {
  heard.use({ extraHTTPHeaders: { 'x-mine': '1' } })
  heard(
    'tells the world to the API and the application, and to no other host',
    async ({ page, request, other, api }) => {
      const told = api.world.headers.baggage
      await page.goto('/')
      await expect(page.locator('#told')).toHaveText(`${told} 1`)
      const root = api.baseUrl.replace(`/w/${api.world.name}`, '')
      const seen = await page.evaluate(
        async ([others, own]) => {
          await fetch(`${others}/fetched`, { mode: 'no-cors' })
          const answer = await fetch(`${own}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
          return answer.status
        },
        [other.url, root],
      )
      expect(seen).toBe(200)
      await page.goto('/away')
      await request.get(`${other.url}/requested`)
      expect(await (await request.get('/')).text()).toContain(`${told} 1`)
      expect(other.asked.filter((line) => !line.includes('favicon'))).toEqual([
        'GET /fetched - 1',
        // Browsers send the headers of a document on where it redirects.
        `GET /redirected ${told} 1`,
        'GET /requested - 1',
      ])
    },
  )
})

test('fails when a trigger never fired', async ({ emulator }) => {
  await emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 2 }, do: { drop: true } })
})

for (const name of ['Byron', 'King']) {
  test(`a page that a server renders shows what its own world holds: ${name}`, async ({ page, api, emulator }) => {
    await emulator.world.users.update('ada', { name })
    const root = api.baseUrl.replace(`/w/${api.world.name}`, '')
    const server = createServer((request, response) => {
      const headers = { 'X-API-Key': 'svc-key-ada-admin', baggage: request.headers['baggage'] as string }
      void fetch(`${root}/users/me`, { headers })
        .then((answer) => answer.json() as Promise<{ user: { name: string } }>)
        .then(({ user }) => response.setHeader('content-type', 'text/html').end(`<p id="me">${user.name}</p>`))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await expect(page.locator('#me')).toHaveText(name)
    await expect(emulator).toHaveReceived('GET /users/me')
    server.close()
  })
}

test('holds a request until the page was seen', async ({ page: browser, app, emulator }) => {
  const gate = await emulator.hold({ endpoint: 'GET /users/me', nth: 1 })
  await browser.goto(`${app}?${new URLSearchParams({ api: emulator.baseUrl, realtime: emulator.realtimeUrl })}`)
  await gate.arrived()
  await expect(browser.locator('#me')).toBeEmpty()
  await gate.release()
  await expect(browser.locator('#me')).toHaveText('Ada')
})

test('fails when a request is still held', async ({ emulator }) => {
  const gate = await emulator.hold('GET /users/me')
  void fetch(`${emulator.baseUrl}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  await gate.arrived()
})

test('fails when a request of a page is still held', async ({ page: browser, app, emulator }) => {
  const gate = await emulator.hold({ endpoint: 'GET /users/me', nth: 1 })
  await browser.goto(`${app}?${new URLSearchParams({ api: emulator.baseUrl, realtime: emulator.realtimeUrl })}`)
  await gate.arrived()
})

test('fails when no request comes to a gate', async ({ emulator }) => {
  const gate = await emulator.hold('POST /orgs')
  await fetch(`${emulator.baseUrl}/users/me`)
  // In a test of a user it ends by its timeout.
  void gate.arrived().catch(() => undefined)
  throw new Error('waited long enough')
})

let refused = ''
try {
  test.use({ scenaro: 'flaky-identity' } as never)
} catch (error) {
  refused = (error as Error).message
}
test('has no misspelt choice', async () => {
  await test.info().attach('refused', { body: refused })
})

test('the world moves with the clock of the page', async ({ page: browser, emulator }) => {
  await browser.clock.install()
  emulator.clock.follow(browser.clock)
  const before = await emulator.clock.now()
  await browser.clock.runFor('01:00')
  expect((await emulator.clock.now()) - before).toBe(60_000)
  await expect(emulator.clock.advance('1s')).rejects.toThrow('page.clock.runFor')
})
