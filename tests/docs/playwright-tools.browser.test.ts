/** The recipes of docs/frameworks.md for Playwright, in a project of their own and in a browser. */
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseBlocks } from './blocks.ts'
import { Project, unpack } from '../helpers/project.ts'

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/frameworks.md'), 'utf8')

const CONFIG = `
export default {
  testDir: '.', workers: 1, reporter: 'line',
  use: { launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } },
}
`

/** A page of another origin, and what it is given. */
const PAGE = `
export async function open(page) {
  await page.route('https://app.example.com/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>app</p>' }))
  await page.goto('https://app.example.com/')
  return (path) => page.evaluate(async (path) => {
    const response = await fetch('https://api.example.com/v1' + path, { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
    return response.status
  }, path)
}
`

const SPEC = `
import { expect } from '@playwright/test'
import { test } from './network.spec.js'
import { open } from './page.js'

test('requests, a name of a file, and a socket', async ({ page, emulator }) => {
  const ask = await open(page)
  emulator.triggers.add({ when: { endpoint: 'GET /users/me', nth: 2 }, do: { fail: { status: 503 } } })
  expect([await ask('/users/me'), await ask('/users/me'), await ask('/orgs/logo.png')]).toEqual([200, 503, 404])
  const answer = await page.evaluate(() => new Promise((done, failed) => {
    const socket = new WebSocket('wss://api.example.com/v1/realtime?api_key=svc-key-ada-admin')
    socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }))
    socket.onmessage = ({ data }) => done(JSON.parse(data))
    socket.onclose = ({ code, reason }) => failed(new Error(code + ' ' + reason))
  }))
  expect(answer.result.sessions).toHaveLength(10)
})

test('another world', async ({ page, emulator }) => {
  const ask = await open(page)
  expect(await ask('/users/me')).toBe(200)
  expect(emulator.verify({ endpoint: 'GET /users/me' }, { times: 1 })).toMatchObject({ ok: true })
})
`

const OF_PLAYWRIGHT_MSW = `
import { expect, test as base } from '@playwright/test'
import { createWorkerFixture } from 'playwright-msw'
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { open } from './page.js'

const test = base.extend({ worker: createWorkerFixture(createHandlers(createEmulator(), { baseUrl: 'https://api.example.com/v1', realtimeUrl: false })) })

test('requests', async ({ page, worker }) => {
  expect(await (await open(page))('/users/me')).toBe(200)
})
`

let unpacked: string
let project: Project
beforeAll(() => {
  unpacked = unpack()
  project = new Project(unpacked)
  project.write('playwright.config.js', CONFIG)
  project.write('page.js', PAGE)
  project.write(
    'network.spec.js',
    parseBlocks(page).find(({ attributes }) => attributes['file'] === 'network.spec.js')!.text,
  )
  project.write('own.spec.js', SPEC)
  project.write('of-playwright-msw.spec.js', OF_PLAYWRIGHT_MSW)
})
afterAll(async () => {
  await project.remove()
  rmSync(dirname(unpacked), { recursive: true, force: true })
})

it.each([
  ['own', 2],
  ['of-playwright-msw', 1],
])('%s.spec.js', async (name, tests) => {
  const { exit, output } = await project.run(`npx playwright test ${name}`)
  expect(output).toContain(`${tests} passed`)
  expect(exit).toBe(0)
})
