import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchChromium, watchPage } from '../../tests/helpers/chromium.ts'
import { startServer, type RunningServer, type ServerOptions } from '../../emulator/adapters/node/server.ts'

/** Inspector of a server, opened in Debian's Chromium. */
export class Inspected {
  readonly server: RunningServer
  readonly page: Page
  /** Errors of the page, and requests to other hosts. */
  readonly wrong: string[]

  constructor(server: RunningServer, page: Page) {
    this.server = server
    this.page = page
    const own = server.url.replace('/v1', '')
    this.wrong = watchPage(page, (url) => url.startsWith(own))
  }

  /** Goes to a place of the page: `#/state/users`. */
  async at(place: string): Promise<void> {
    await this.page.goto(`${this.server.controlUrl}/${place}`)
  }

  /** Sends a request to the API as ada. */
  api(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.server.url}${path}`, {
      ...init,
      headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    })
  }

  /** Creates an organization. */
  make(name: string): Promise<Response> {
    return this.api('/orgs', { method: 'POST', body: JSON.stringify({ name, alias: name }) })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** Lines of the timeline. */
  line(): Locator {
    return this.page.locator('.line')
  }
}

/** Returns a function that opens a page. Browser, page and server are closed after the tests of the file. */
export function inspecting(): (
  options?: ServerOptions,
  look?: Parameters<Browser['newContext']>[0],
) => Promise<Inspected> {
  let browser: Browser
  const opened: { context: BrowserContext; inspected: Inspected }[] = []
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    for (const { context, inspected } of opened.splice(0)) {
      await context.close()
      await inspected.server.close()
    }
  })
  return async (options = {}, look = {}) => {
    const server = await startServer({ trace: true, ...options })
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...look,
    })
    const inspected = new Inspected(server, await context.newPage())
    opened.push({ context, inspected })
    return inspected
  }
}
