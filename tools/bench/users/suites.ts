import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Measure } from '../harness/measure.ts'
import { bareEnvironment, toEnd } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'

const TESTS = 5
const BASE = 'http://api.svc.test/v1'
const ask = (
  base: string,
) => `const response = await fetch(${base} + '/users/ada', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect((await response.json()).user.alias).toBe('ada')`
const body = `{ status: 'success', user: { id: '00000000-0000-4000-8000-0000000000a1', alias: 'ada', name: 'Ada' } }`
const vitest = `import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'`
const msw = `import { http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'`
const served = `beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))\nafterAll(() => server.close())`

interface Suite {
  readonly head: string
  /** Parameters of a test. */
  readonly given?: string
  readonly test: string
}

const suites = {
  plain: { head: vitest, test: `expect((await Promise.resolve({ alias: 'ada' })).alias).toBe('ada')` },
  msw: {
    head: `${vitest}\n${msw}\nconst server = setupServer(http.get('${BASE}/users/:id', () => HttpResponse.json(${body})))\n${served}`,
    test: ask(`'${BASE}'`),
  },
  data: {
    head: `${vitest}\n${msw}\nimport { Collection } from '@msw/data'
const users = new Collection({ schema: { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } } })
const server = setupServer(http.get('${BASE}/users/:id', ({ params }) => HttpResponse.json({ status: 'success', user: users.findFirst((q) => q.where({ alias: params.id })) })))
${served}\nbeforeAll(() => users.create({ id: '1', alias: 'ada', name: 'Ada' }))`,
    test: ask(`'${BASE}'`),
  },
  nock: {
    head: `${vitest}\nimport nock from 'nock'\nbeforeAll(() => { nock('http://api.svc.test').persist().get('/v1/users/ada').reply(200, ${body}) })\nafterAll(() => nock.restore())`,
    test: ask(`'${BASE}'`),
  },
  jsonServer: {
    head: `${vitest}\nimport jsonServer from 'json-server'\nlet base\nlet listening
beforeAll(async () => {
  const app = jsonServer.create()
  app.get('/users/:id', (request, response) => response.json(${body}))
  await new Promise((ready) => { listening = app.listen(0, '127.0.0.1', ready) })
  base = 'http://127.0.0.1:' + listening.address().port
})
afterAll(() => { listening.closeAllConnections(); listening.close() })`,
    test: ask('base'),
  },
  handlers: {
    head: `${vitest}\nimport { setupServer } from 'msw/node'\nimport { createEmulator } from 'svc-emulator'\nimport { createHandlers } from 'svc-emulator/msw'
const emulator = createEmulator()\nconst server = setupServer(...createHandlers(emulator, { baseUrl: '${BASE}' }))\n${served}\nafterEach(() => emulator.reset())`,
    test: ask(`'${BASE}'`),
  },
  fixture: { head: `import { expect, test } from 'svc-emulator/vitest'`, given: '{ api }', test: ask('api.baseUrl') },
  overMsw: {
    head: `import { expect, test as base } from 'svc-emulator/vitest'\nconst test = base.extend({ transport: 'msw' })`,
    given: '{ api }',
    test: ask('api.baseUrl'),
  },
  overServer: {
    head: `import { expect, test as base } from 'svc-emulator/vitest'\nconst test = base.extend({ transport: 'server' })`,
    given: '{ api }',
    test: ask('api.baseUrl'),
  },
  direct: {
    head: `import { expect, test } from 'svc-emulator/vitest'`,
    given: '{ emulator }',
    test: `const response = await emulator.fetch('/v1/users/ada', { headers: { 'x-api-key': 'svc-key-ada-admin' } })\n  expect((await response.json()).user.alias).toBe('ada')`,
  },
} satisfies Record<string, Suite>
type Name = keyof typeof suites
const names = Object.keys(suites) as Name[]

/** Overhead of the emulator in a test suite. */
export const bench: Bench = {
  about: `A vitest suite of 24 files x ${TESTS} tests that ask for a user: CPU of one file beyond that of a plain file, beside msw, @msw/data, nock and json-server.`,
  async run({ quick }) {
    const files = quick ? 4 : 24
    const folder = userProject({ 'vitest.config.mjs': `export default { test: { include: ['*.test.js'] } }\n` })
    for (const name of names) written(folder, name, files)
    const took: Partial<Record<Name, number>> = {}
    for (const name of names) took[name] = await measureCpu(folder, name, files)
    const beyond = (name: Name) => (took[name]! - took.plain!) / files
    const bare = beyond('msw')
    const over = (what: string, name: Name, atMost?: number): Measure => ({
      what: `${what}, over one with bare msw`,
      value: beyond(name) / bare,
      unit: 'x',
      detail: `${beyond(name).toFixed(0)} ms against ${bare.toFixed(0)} ms`,
      ...(atMost !== undefined && { atMost }),
    })
    return [
      over('a file with our handlers', 'handlers', 1.15),
      over('a file with the fixture of svc-emulator/vitest', 'fixture', 1),
      over("the fixture with transport 'msw'", 'overMsw'),
      over("the fixture with transport 'server'", 'overServer'),
      over('the fixture, asked by emulator.fetch', 'direct'),
      over('peer @msw/data: a file', 'data'),
      over('peer nock: a file', 'nock'),
      over('peer json-server: a file', 'jsonServer'),
    ]
  },
}

function written(folder: string, name: Name, files: number): void {
  const { head, given = '', test }: Suite = suites[name]
  const tests = Array.from({ length: TESTS }, (_, n) => `test('${n}', async (${given}) => {\n  ${test}\n})\n`)
  mkdirSync(join(folder, name))
  for (let n = 0; n < files; n++) writeFileSync(join(folder, name, `${n}.test.js`), `${head}\n${tests.join('')}`)
}

/** Milliseconds of CPU time of the whole run, workers included. */
async function measureCpu(folder: string, name: Name, files: number): Promise<number> {
  const vitestCommand = join(folder, 'node_modules/vitest/vitest.mjs')
  const { cpu, output } = await toEnd(process.execPath, [vitestCommand, 'run', '--root', join(folder, name)], {
    cwd: folder,
    env: { ...bareEnvironment, NO_COLOR: '1', CI: '1' },
  })
  if (!output.includes(`${files * TESTS} passed`))
    throw new Error(`the suite ${name} did not pass: ${output.slice(-1_000)}`)
  return cpu
}
