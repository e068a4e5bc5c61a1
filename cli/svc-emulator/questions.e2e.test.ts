import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuestionsReport } from '../../emulator/lab/questions/report.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import type { Program } from '../shared/command.ts'
import { svcEmulator } from './program.ts'
import { questions } from './questions.ts'

const program: Program = { ...svcEmulator, commands: [questions] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-questions-test-'))
  writeFileSync(join(folder, 'client.mjs'), client)
  writeFileSync(join(folder, 'own.test.mjs'), ownEmulator)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Counts objects until a page is empty, then takes nothing but 200 for a creation. */
const client = `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
const post = (path, body) => fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
if (process.argv[2] === 'fail') { console.error('gave up'); process.exit(3) }
let count = 0
for (let cursor; ;) {
  const page = await (await post('/workflow/list_session_objects', { session_id: 'run-01', ...(cursor && { cursor }) })).json()
  if (page.objects.length === 0) break
  count += page.objects.length
  if (!(cursor = page.cursor)) break
}
const { status } = await post('/orgs', { name: 'Mine', alias: 'mine' })
if (status !== 200) { console.error('unexpected status ' + status); process.exit(1) }
console.log(count + ' objects')
`

/** A file of node:test with an emulator of its own. */
const ownEmulator = `
import assert from 'node:assert/strict'
import test from 'node:test'
import { createEmulator } from ${JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))}
test('has a name', async () => {
  const answer = await createEmulator().fetch('/v1/orgs/acme', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  assert.equal((await answer.json()).org.name, 'Acme')
})
`

const call = (...argv: string[]) => run(program, argv, folder, { env: process.env as Record<string, string> })
const ask = (...argv: string[]) =>
  call('questions', '--only', 'A-45,A-349,A-16', ...argv, '--', 'node', join(folder, 'client.mjs'))

describe('svc-emulator questions', () => {
  it('tells what to ask, the silent question first, and the line that shows it', async () => {
    const { exit, stdout, stderr } = await ask('--seed', '7')
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    const again = (id: string) =>
      `  Again: npx svc-emulator exec --otherwise ${id} --seed 7 -- node ${join(folder, 'client.mjs')}`
    expect(stdout.split('\n')).toEqual([
      '2 open questions matter to this client; ask the owners of the service, in this order:',
      '',
      '1. silent: May a page be empty before the end though nothing is hidden from the caller?',
      '  If so: Any page may be empty before the end; a record cursor of such a page names a record that nobody sees.',
      '  Then the client succeeds, and its output differs: stdout/0: expected "120 objects", got "0 objects"',
      expect.stringMatching(/^ {2}We assume \(A-349\): A page of a listing/),
      again('A-349/1'),
      '',
      '2. failure: Which status has a creation?',
      '  If so: A creation is 201, but for entries of metadata.',
      '  Then the client fails: unexpected status 201',
      expect.stringMatching(/^ {2}We assume \(A-45\): /),
      again('A-45/1'),
      '',
      '4 questions tried: 2 matter, 2 do not matter; 0 about what the client did not ask',
      '',
    ])
  })

  it('fails above --max, and not for what is accepted', async () => {
    expect(await ask('--max', '2')).toMatchObject({ exit: 0 })
    const { exit, stderr } = await ask('--max', '1')
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr: 'svc-emulator: 2 open questions matter, more than --max 1\n',
    })
    const known = join(folder, 'known.yaml')
    writeFileSync(known, 'A-45/1: asked\nA-16/1: asked\n')
    const accepted = await ask('--max', '1', '--accept', known)
    expect(accepted).toMatchObject({ exit: 0 })
    expect(accepted.stderr).toBe(`svc-emulator: A-16/1 in ${known} is stale: it does not matter\n`)
  })

  it('writes its report as JSON into a file', async () => {
    const file = join(folder, 'report.json')
    expect(await ask('--reporter', 'json', '-o', file)).toMatchObject({ exit: 0, stdout: '' })
    const report = JSON.parse(readFileSync(file, 'utf8')) as QuestionsReport
    expect(report).toMatchObject({ settled: [], notMet: 0, left: [] })
    expect(report.questions.map(({ alternative, matters, silent }) => [alternative, matters, silent])).toEqual([
      ['A-349/1', true, true],
      ['A-45/1', true, false],
      ['A-16/1', false, false],
      ['A-349/2', false, false],
    ])
  })

  it('asks tests that have emulators of their own, and names those that fail', async () => {
    const { exit, stdout } = await call(
      'questions',
      '--reporter',
      'json',
      '--',
      'node',
      '--test',
      join(folder, 'own.test.mjs'),
    )
    expect(exit).toBe(0)
    const matter = (JSON.parse(stdout) as QuestionsReport).questions.filter(({ matters }) => matters)
    expect(matter).toMatchObject([{ alternative: 'A-16/1', silent: false, effect: 'failure' }])
  })

  it.each([
    [['--only', 'A-999', '--', 'node'], "only: there is no assumption or alternative 'A-999'"],
    [[], 'name the client after --: npx svc-emulator questions -- node ./my-client.js'],
    [['--', 'node', '{client}', 'fail'], 'fails without a fault, so nothing can be tried: gave up'],
    [['--', 'node', '-e', '0'], 'made no call of the API, so nothing can be tried'],
    [['--', './nothing-here'], "'./nothing-here' cannot be started: not found"],
  ])('refuses %j', async (words, message) => {
    const { exit, stderr } = await call(
      'questions',
      ...words.map((word) => (word === '{client}' ? join(folder, 'client.mjs') : word)),
    )
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(message) })
  })
})
