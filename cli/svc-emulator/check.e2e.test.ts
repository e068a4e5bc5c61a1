import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckReport } from '../../emulator/lab/check/check.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import type { Program } from '../shared/command.ts'
import { check } from './check.ts'
import { svcEmulator } from './program.ts'

const program: Program = { ...svcEmulator, commands: [check] }

/** Makes a key, and makes it again where it got no answer; or looks, with `careful`, whether it is made. */
const client = `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
async function call(method, body) {
  const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
  const request = { method, headers, signal: AbortSignal.timeout(2_000), ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(url + '/api-keys/target/org/acme', request)
  const answer = await response.json().catch(() => ({ error: 'no JSON' }))
  if (answer.status !== 'success') throw new Error(answer.error)
  return answer
}
const make = () => call('POST', { role: 'read', description: 'build' })
const look = async (error) => {
  if (!(await call('GET')).api_keys.some(({ description }) => description === 'build')) throw error
}
try {
  await make().catch(process.argv[2] === 'careful' ? look : make)
  console.log('made')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
`

/** A suite of node:test with an emulator of its own, which looks at nothing. */
const careless = `
import test from 'node:test'
import { createEmulator } from ${JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))}
test('asks', async () => {
  await createEmulator().fetch('/v1/users/nobody-here', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
})
`

/** A client that only succeeds in its first two runs, and says so in the others. */
const succeedsTwice = `
import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(process.argv[2], '.')
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
await fetch(url + '/users/me', { headers: { 'X-API-Key': key } }).catch(() => {})
if (readFileSync(process.argv[2], 'utf8').length > 2) process.exit(1)
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-check-test-'))
  for (const [name, text] of Object.entries({
    'client.mjs': client,
    'careless.test.mjs': careless,
    'twice.mjs': succeedsTwice,
  }))
    writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (...argv: string[]) => run(program, argv, folder, { env: process.env as Record<string, string> })
const line = (...words: string[]) => ['--', 'node', join(folder, 'client.mjs'), ...words]

describe('svc-emulator check', () => {
  it('finds the write that is done twice, and repeats it alone', async () => {
    const { exit, stdout, stderr } = await call('check', '--budget', '10m', ...line())
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('1 finding') as string })
    expect(stdout).toContain('1. wrong-world: the work is done and its answer is lost')
    expect(stdout).toContain(`Again: npx svc-emulator explore --case '`)
    expect(stdout).toContain('the least key that it needs: admin on org acme')
    expect(stdout).not.toContain('2. ')
  })

  it('finds nothing wrong with a client that looks before it repeats', async () => {
    const { exit, stdout } = await call('check', '--budget', '10m', ...line('careful'))
    expect({ exit, stdout }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('\n0 findings; asked: ') as string,
    })
    expect(stdout).not.toContain('not asked')
  })

  it('finds what tests do not notice, and writes it as JSON, without what is accepted', async () => {
    const accept = join(folder, 'known.yaml')
    writeFileSync(accept, 'envelope.failure-has-error-and-message/2: nobody reads it\n')
    const output = join(folder, 'check.json')
    const suite = ['--', 'node', '--test', join(folder, 'careless.test.mjs')]
    const { exit } = await call(
      'check',
      '--budget',
      '10m',
      '--reporter',
      'json',
      '-o',
      output,
      '--accept',
      accept,
      ...suite,
    )
    const { kind, findings } = JSON.parse(readFileSync(output, 'utf8')) as CheckReport
    expect({ exit, kind }).toEqual({ exit: 1, kind: 'suite' })
    expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['unnoticed']))
    const ids = findings.map(({ id }) => id)
    expect(ids).toContain('envelope.failure-has-error-and-message/3')
    expect(ids).not.toContain('envelope.failure-has-error-and-message/2')
    expect(findings[0]!.again).toMatch(/^npx svc-emulator exec --broken \S+ -- node --test /)
  })

  it('runs a command as it is once for all questions', async () => {
    const words = [join(folder, 'twice.mjs'), join(folder, 'runs')]
    const { stdout } = await call('check', '--jobs', '1', '--reporter', 'json', '--', 'node', ...words)
    const { asked } = JSON.parse(stdout) as CheckReport
    const [explored, questions, mutants, key] = asked
    expect([explored, questions, mutants].map((each) => each?.why)).toEqual([undefined, undefined, undefined])
    expect(key?.why).toContain('fails, so its calls are not all known')
  })

  it('refuses a command that fails as it is, and one that calls nothing', async () => {
    const failing = await call('check', '--', 'node', '-e', 'process.exit(3)')
    expect(failing).toMatchObject({ exit: 2, stderr: expect.stringContaining('fails without a fault') as string })
    const silent = await call('check', '--', 'node', '-e', '0')
    expect(silent).toMatchObject({ exit: 2, stderr: expect.stringContaining('made no call of the API') as string })
  })
})
