import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../scripts/test/until.ts'
import { startServer, type RunningServer } from './server.ts'

let browser: Browser
let server: RunningServer
let page: Page
let wrong: string[]

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

async function open(options: Parameters<typeof startServer>[0] = {}): Promise<void> {
  server = await startServer(options)
  page = await browser.newPage()
  wrong = []
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url.replace('/v1', '')) && !/^(?:data|blob):/.test(request.url())) wrong.push(`asked for ${request.url()}`)
  })
}

const api = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })

afterEach(async () => {
  await page.close()
  await server.close()
})

describe('the inspector', () => {
  beforeEach(async () => {
    await open()
    await page.goto(`${server.controlUrl}/`)
  })

  it('shows requests as they are answered, and what decided them', async () => {
    await api('/users/me')
    await page.getByText('/v1/users/me').waitFor()
    await api('/user/me')
    await page.getByText('endpoint_not_found').click()
    await page.getByText("did you mean '/users/me'?").first().waitFor()
    await page.getByPlaceholder('Filter').fill('ada')
    expect(await page.locator('tbody tr:visible').count()).toBe(1)
    await page.locator('tbody tr:visible').click()
    await page.getByText('users.get.answers-user').waitFor()
    await page.locator('.statements .dim:not(:empty)').first().waitFor()
    expect(await page.locator('.detail').innerText()).not.toContain('svc-key-ada-admin')
    expect(wrong).toEqual([])
  })

  it('changes records', async () => {
    await page.getByRole('link', { name: 'State' }).click()
    await page.getByRole('button', { name: /^users/ }).click()
    await page.getByRole('cell', { name: 'ben', exact: true }).click()
    const area = page.getByLabel('Record as JSON')
    await area.fill(JSON.stringify({ name: 'Benjamin' }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Benjamin' }).waitFor()
    expect(server.emulator.world.users.get('ben')!.name).toBe('Benjamin')
    await page.getByRole('button', { name: 'New record' }).click()
    await page.getByLabel('Record as JSON').fill('{"alis": "eve"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText("did you mean 'alias'?").waitFor()
    await page.getByLabel('Record as JSON').fill('{"alias": "eve"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'eve', exact: true }).first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await until(() => expect(server.emulator.world.users.get('eve')).toBeUndefined())
    expect(wrong.filter((text) => !text.includes('status of 400'))).toEqual([])
  })

  it('moves the clock, takes snapshots, makes worlds and starts over', async () => {
    await page.getByRole('button', { name: '+1h' }).click()
    await page.getByText('2026-01-01 01:00:00.000').waitFor()
    await page.getByRole('link', { name: 'Time and worlds' }).click()
    await page.getByLabel('Name of the snapshot').fill('later')
    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByText('later', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('2026-01-01 00:00:00.000').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('2026-01-01 01:00:00.000').waitFor()
    await page.getByRole('button', { name: 'From the start' }).click()
    await page.getByRole('link', { name: 'w1' }).click()
    await page.getByText('world w1').waitFor()
    await page.getByText('2026-01-01 00:00:00.000').waitFor()
    expect(wrong).toEqual([])
  })

  it('puts triggers in force and takes them away', async () => {
    await page.getByRole('link', { name: 'Triggers' }).click()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('never matched').waitFor()
    expect((await api('/users/me')).status).toBe(200)
    expect((await api('/users/me')).status).toBe(500)
    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByRole('link', { name: 'Triggers' }).click()
    await page.getByText('matched 2, fired 1').waitFor()
    await page.getByRole('button', { name: 'Take away' }).click()
    await page.getByText('No trigger is in force').waitFor()
    expect(wrong).toEqual([])
  })

  it('shows coverage', async () => {
    await api('/users/me')
    await page.getByRole('link', { name: 'Coverage' }).click()
    await page.locator('.lead').getByText(/of the specification/).waitFor()
    await page.getByPlaceholder('Filter').fill('user.role-owner')
    await page.locator('.met').getByText('user.role-owner-for-self').waitFor()
    await page.getByLabel('only never exercised').check()
    await until(async () => expect(await page.locator('.met').count()).toBe(0))
    expect(wrong).toEqual([])
  })

  it('lets no record run a script', async () => {
    server.emulator.world.users.insert({ alias: '<img src=x onerror=alert(1)>', name: '</script><script>alert(1)</script>' })
    let asked = false
    page.on('dialog', (dialog) => {
      asked = true
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'State' }).click()
    await page.getByRole('button', { name: /^users/ }).click()
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
    expect(asked).toBe(false)
    expect(wrong).toEqual([])
  })
})

it('asks with the token that its address brought, beyond this machine', async () => {
  await open({ host: '0.0.0.0', controlToken: 'a token/with signs' })
  await page.goto(`${server.controlUrl.replace('0.0.0.0', '127.0.0.1')}/#token=${encodeURIComponent('a token/with signs')}`)
  await page.getByText('2026-01-01 00:00:00.000').waitFor()
  expect(page.url()).not.toContain('token')
  expect(wrong.filter((text) => !text.startsWith('asked for http://127.0.0.1'))).toEqual([])
})

it('is shown in no frame and answers no page of another origin', async () => {
  await open()
  const other = await startServer()
  try {
    await page.goto(`${other.controlUrl}/`)
    const outcome = await page.evaluate(async (url) => fetch(url, { method: 'POST' }).then(() => 'answered', () => 'refused'), `${server.controlUrl}/reset`)
    expect(outcome).toBe('refused')
  } finally {
    await other.close()
  }
})
