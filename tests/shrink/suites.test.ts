import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, type Project } from '../helpers/project.ts'

/** A test whose client takes the first page for all, in a world of its own. */
const takesPage = (runner: string) => `
import assert from 'node:assert/strict'
import { test } from '${runner}'
import { createEmulator } from 'svc-emulator'
test('lists all', async () => {
  const emulator = createEmulator({ seed: 3 })
  const headers = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const body = JSON.stringify({ org_id: 'acme' })
  const answer = await emulator.fetch('/v1/workflow/list_sessions', { method: 'POST', headers, body })
  const { sessions } = await answer.json()
  assert.ok(sessions.length === emulator.world.sessions.size, 'a page is taken for all')
})
`

/** Two tests with one message, of a client that asks the server of its environment: each stops at a page of its own. */
const asksServer = `
import { expect, test } from 'vitest'
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const ask = async (path, body) =>
  (await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })).json()
const fail = (when) => { if (when) throw new Error('a page is taken for all') }
test('lists revisions', async () => {
  fail((await ask('/blobs/acme/weights/revisions?limit=1')).cursor)
})
test('lists sessions', async () => {
  fail((await ask('/workflow/list_sessions', { org_id: 'acme' })).sessions?.length === 10)
})
`

let project: Project
beforeAll(() => {
  project = createProject({
    'own.test.mjs': takesPage('node:test'),
    'vi.test.mjs': takesPage('vitest'),
    'served.test.mjs': asksServer,
  })
})
afterAll(() => project.remove())

it.each([
  ['node:test', 'node --test own.test.mjs'],
  ['vitest', 'npx vitest run vi.test.mjs'],
])('makes the world of a test of %s smaller, in which the test fails again', async (_, line) => {
  const { exit, output } = await project.run(`npx svc-emulator shrink -o small.yaml -- ${line}`)
  expect(output).toMatch(/438 records to 15 /)
  expect(output).toContain(`Again: npx svc-emulator exec --from small.yaml -- ${line}\n`)
  expect(exit).toBe(0)
  expect(readFileSync(join(project.folder, 'small.yaml'), 'utf8')).toContain('sessions: { count: 11, org: acme }')
  const again = await project.run(`npx svc-emulator exec --from small.yaml -- ${line}`)
  expect(again.exit).toBe(1)
  expect(again.output).toContain('a page is taken for all')
  const fixed = readFileSync(join(project.folder, 'small.yaml'), 'utf8').replace('count: 11', 'count: 10')
  project.write('fixed.yaml', fixed)
  expect((await project.run(`npx svc-emulator exec --from fixed.yaml -- ${line}`)).exit).toBe(0)
})

/** A test that fails only in a world which the command line gives. */
const inWorld = `
import { expect, test } from 'vitest'
import { createEmulator } from 'svc-emulator'
test('knows no zoe', async () => {
  const emulator = createEmulator({ seed: 3 })
  await emulator.fetch('/v1/users/me')
  expect(emulator.world.users.list().some(({ alias }) => alias === 'zoe')).toBe(false)
})
`

it('makes the world of the command line smaller for emulators in the process, too', async () => {
  const world = 'world:\n  fixtures: [starter]\n  records:\n    users: [{ alias: zoe, name: Zoe, type: human }]\n'
  project.write('zoe.yaml', `scenario: 1\nname: zoe\nabout: With zoe.\n${world}`)
  project.write('zoe.test.mjs', inWorld)
  const line = 'npx vitest run zoe.test.mjs'
  const { exit, output } = await project.run(`npx svc-emulator shrink zoe.yaml -o least.yaml -- ${line}`)
  expect({ exit, output }).toEqual({ exit: 0, output: expect.stringMatching(/439 records to 1 /) })
  expect((await project.run(`npx svc-emulator exec --from least.yaml -- ${line}`)).exit).toBe(1)
  const seeded = await project.run(`npx svc-emulator shrink --seed 9 -- ${line} || echo $?`)
  expect(seeded.output).toContain('does not fail, so there is nothing to shrink')
})

it.each([
  ['revisions', /438 records to 5 /],
  ['sessions', /438 records to (?:14|15) /],
])(
  'makes the world of a server smaller that a test asks, which is told apart by its name: lists %s',
  async (name, size) => {
    const line = `npx vitest run served.test.mjs -t 'lists ${name}'`
    const { exit, output } = await project.run(`npx svc-emulator shrink -o served.yaml -- ${line}`)
    expect({ exit, output }).toEqual({ exit: 0, output: expect.stringMatching(size) })
    expect(output).toContain(`Still fails: served.test.mjs > lists ${name}; a page is taken for all\n`)
    const again = await project.run(`npx svc-emulator exec --from served.yaml -- ${line}`)
    expect(again).toEqual({ exit: 1, output: expect.stringContaining('a page is taken for all') })
  },
)

it('says that a suite fails before its tests, and that there is none', async () => {
  project.write('broken.test.mjs', `import { test } from 'vitest'\nimport './nope.mjs'\ntest('x', () => {})\n`)
  const broken = await project.run('npx svc-emulator shrink -o none.yaml -- npx vitest run broken.test.mjs || echo $?')
  expect(broken.output).toMatch(
    /made no request to the emulator: .*broken\.test\.mjs; Cannot find module '\.\/nope\.mjs'.*\n2\n$/s,
  )
  const none = await project.run('npx svc-emulator shrink -o none.yaml -- npx vitest run nowhere || echo $?')
  expect(none.output).toMatch(/'npx vitest run nowhere' finds no test file\n2\n$/)
})
