/** DNS rebinding in a real browser: a page whose name resolves to this machine tries every way into a server. */
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from './server.ts'

let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  })
})
afterAll(() => browser.close())

/**
 * Opens a page of `evil.test` at the port of a server. Any answer of the server serves as the document: scripts in it
 * have its origin.
 */
async function pageAt(port: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage()
  try {
    await page.goto(`http://evil.test:${port}/page`)
    await use(page)
  } finally {
    await page.close()
  }
}

const statuses = (page: Page) =>
  page.evaluate(async () => {
    const key = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
    const get = await fetch('/v1/users/me', { ...key, referrerPolicy: 'no-referrer' })
    const post = await fetch('/v1/orgs', { ...key, method: 'POST', body: '{}' })
    const world = await fetch('/w/w1/v1/users/me', key)
    const socket = await new Promise<string>((resolve) => {
      const opened = new WebSocket(`ws://${location.host}/v1/realtime?api_key=svc-key-ada-admin`)
      opened.onopen = () => resolve('open')
      opened.onclose = () => resolve('closed')
    })
    return [get.status, post.status, world.status, socket]
  })

it('a page that is bound anew to this machine reads nothing, and the journal says what happened', async () => {
  await using server = await startServer()
  await fetch(`${server.controlUrl}/worlds`, { method: 'POST' })
  const { port } = new URL(server.url)
  await pageAt(port, async (page) => expect(await statuses(page)).toEqual([403, 403, 403, 'closed']))
  for (const entry of server.emulator.journal.entries())
    expect(entry).toMatchObject({
      error: 'forbidden',
      notes: [expect.stringContaining(`a browser reached this machine as 'evil.test:${port}'`)],
    })
})

it('is served where CORS is on', async () => {
  await using server = await startServer({ cors: true })
  await fetch(`${server.controlUrl}/worlds`, { method: 'POST' })
  await pageAt(new URL(server.url).port, async (page) => expect(await statuses(page)).toEqual([200, 415, 200, 'open']))
})
