import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CoverageReport } from '../../index.ts'
import { loadScenario, replay, type Bundle } from '../../scenario/index.ts'

interface Spec {
  readonly title: string
  readonly tests: {
    results: {
      status: string
      attachments: { name: string; body: string; path?: string }[]
      error?: { message: string }
      errors: { message: string }[]
    }[]
  }[]
}
interface Suite {
  readonly suites?: Suite[]
  readonly specs: Spec[]
}

let folder: string
let output: string
let specs: Map<string, Spec['tests'][0]['results'][0]>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-emulator-playwright-'))
  output = await new Promise<string>((done) => {
    const options = {
      cwd: 'emulator/adapters/testing/sample/playwright',
      env: { ...process.env, SAMPLE_OUTPUT: folder, NODE_OPTIONS: '' },
    }
    execFile(
      process.execPath,
      [resolve('node_modules/@playwright/test/cli.js'), 'test'],
      options,
      (_, stdout, stderr) => done(stdout + stderr),
    )
  })
  const { suites } = JSON.parse(
    await readFile(join(folder, 'result.json'), 'utf8').catch(() => {
      throw new Error(output)
    }),
  ) as { suites: Suite[] }
  const flatten = ({ suites: inner = [], specs: own }: Suite): Spec[] => [...own, ...inner.flatMap(flatten)]
  specs = new Map(suites.flatMap(flatten).map(({ title, tests }) => [title, tests[0]!.results[0]!]))
})

afterAll(() => rm(folder, { recursive: true }))

it.each([
  'a page shows what its own world holds: Countess',
  'a page shows what its own world holds: Augusta',
  'a page that a server renders shows what its own world holds: Byron',
  'a page that a server renders shows what its own world holds: King',
  'the world moves with the clock of the page',
  'keeps its calls as a snapshot',
  'is there',
  'is arranged and looked at over the network',
  'is reached as in vitest',
  'holds a request until the page was seen',
  'tells the world to the API and the application, and to no other host',
])('%s', (title) => {
  const { status, error } = specs.get(title)!
  expect(error?.message).toBeUndefined()
  expect(status).toBe('passed')
})

it('a test that fails says what came nearest, and leaves the journal', () => {
  const { status, error, attachments } = specs.get('fails, and leaves the journal')!
  expect(status).toBe('failed')
  expect(error!.message).toContain('caller: expected ada, got none')
  expect(error!.message).toContain(
    'The requests of this test to the emulator:\n  1  GET /v1/users/me  401 unauthenticated  nobody\n     note: Send valid',
  )
  expect(error!.message).toMatch(/Why: npx svc-emulator why -- npx playwright test \S*sample\.spec\.ts:\d+\n/)
  const journal = attachments.find(({ name }) => name === 'journal of the emulator')!
  expect(JSON.parse(Buffer.from(journal.body, 'base64').toString())).toMatchObject([
    { request: { url: '/v1/users/me' }, error: 'unauthenticated' },
  ])
})

it('a test that fails says which defect its world met', () => {
  const { status, errors } = specs.get('fails, and met a defect')!
  expect(status).toBe('failed')
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('defects.spec.ts:7'),
    expect.stringContaining(
      'GET /healthz was answered internal_error because the hook `beside` failed:\nError: no database',
    ),
  ])
})

it('a test that fails leaves a bundle, which tells what happened and plays it again', async () => {
  const { path } = specs
    .get('fails, and leaves the journal')!
    .attachments.find(({ name }) => name === 'bundle of the emulator')!
  const bundle = JSON.parse(await readFile(path!, 'utf8')) as Bundle
  expect(bundle).toMatchObject({
    result: {
      about: 'fails, and leaves the journal',
      problems: [expect.stringContaining('caller: expected ada, got none')],
    },
    trace: [{ entry: 1 }],
  })
  expect((await replay(await loadScenario(bundle))).ok).toBe(true)
  expect(output).toContain(`npx svc-emulator show`)
})

it('a test that does not wait for an assertion fails, though the assertion would hold', () => {
  const { status, error } = specs.get('fails when an assertion is not awaited')!
  expect(status).toBe('failed')
  expect(error!.message).toContain(
    'the test ended before the emulator had answered POST /verify: write `await` before each use of `emulator`',
  )
})

it('and beside a page, which takes time to close', () => {
  const { status, errors } = specs.get('fails when an assertion beside a page is not awaited')!
  expect(status).toBe('failed')
  expect(errors.map(({ message }) => message).join()).toContain(
    'the test ended before the emulator had answered POST /verify',
  )
})

it('a test with a trigger that never fired fails', () => {
  const { status, error } = specs.get('fails when a trigger never fired')!
  expect(status).toBe('failed')
  expect(error!.message).toContain('the trigger trigger-1 never fired: GET /users/me, nth 2; no request came')
})

it('a test that ends with a held request fails', () => {
  const { status, error } = specs.get('fails when a request is still held')!
  expect(status).toBe('failed')
  expect(error!.message).toContain('GET /users/me is held; release it, or remove the gate')
})

it('a test that ends with a held request of a page fails, though the page was closed', () => {
  const { status, error } = specs.get('fails when a request of a page is still held')!
  expect(status).toBe('failed')
  expect(error!.message).toContain('GET /users/me is held; release it, or remove the gate')
})

it('a test that waits for a request says which came', () => {
  const { status, errors } = specs.get('fails when no request comes to a gate')!
  expect(status).toBe('failed')
  expect(errors.map(({ message }) => message).join('\n')).toContain(
    'no request came to the gate POST /orgs: the nearest request is #1, GET /v1/users/me: endpoint: expected POST /orgs, got GET /users/me',
  )
})

it('a misspelt choice is refused, though the test has fixtures of its own', () => {
  const { status, attachments } = specs.get('has no misspelt choice')!
  expect(status).toBe('passed')
  expect(attachments.find(({ name }) => name === 'refused')!.body).toBe(
    Buffer.from("test.use: there is no choice 'scenaro', did you mean 'scenario'?").toString('base64'),
  )
})

it('the reporter writes what every worker exercised', async () => {
  const { clauses } = JSON.parse(await readFile(join(folder, 'coverage.json'), 'utf8')) as CoverageReport
  const { count, tests } = clauses.items.find(({ id }) => id === 'user.role-owner-for-self')!
  expect(count).toBeGreaterThanOrEqual(3)
  expect(tests!.every((name) => [...specs.keys()].some((title) => name.endsWith(title)))).toBe(true)
})
