/** Each kind of client has its lean file, and may-change says of each what running it under the change shows. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

const dist = join(import.meta.dirname, '../../dist')

const files = {
  'client.mjs': `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const answer = await fetch(url + '/users/me', { headers: { 'X-API-Key': key } })
if (!answer.ok) throw new Error('refused')
console.log((await answer.json()).user.name)
`,
  'own.test.mjs': `
import assert from 'node:assert/strict'
import test from 'node:test'
import { createEmulator } from ${JSON.stringify(join(dist, 'index.js'))}
test('asks', async () => {
  const answer = await createEmulator().fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  assert.equal((await answer.json()).user.name, 'Ada')
})
`,
  'served.test.mjs': `
import assert from 'node:assert/strict'
import test from 'node:test'
test('asks', async () => {
  const answer = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })
  assert.equal((await answer.json()).user?.name, 'Ada')
})
`,
  'scenario.yaml': `
scenario: 1
name: me
as: svc-key-ada-admin
steps:
  - http: GET /users/me
    expect: { body: { user: { name: Ada } } }
`,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-leans-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (...words: string[]) =>
  run(
    svcEmulator,
    words.map((word) => word.replaceAll('{folder}', folder)),
    folder,
    { env: process.env as Record<string, string> },
  )

it.each([
  ['program', ['node', '{folder}/client.mjs'], 'another result'],
  ['suite', ['node', '--test', '{folder}/own.test.mjs'], 'own.test.mjs\n'],
  ['served suite', ['node', '--test', '{folder}/served.test.mjs'], 'fails\n'],
  ['scenario', ['node', join(dist, 'cli/svc-emulator.js'), 'replay', '{folder}/scenario.yaml'], 'fails\n'],
])('of a %s', async (_, command, noticedBy) => {
  const asked = await call('leans', '-o', '{folder}/one.json', '--', ...command)
  expect({ ...asked, stdout: '' }).toMatchObject({ exit: 0 })
  expect(asked.stdout).toMatch(/ leans on \d+ of the \d+ statements that it meets \(.*\); \d+ it never meets\n$/)
  expect(statSync(join(folder, 'one.json')).size).toBeLessThan(20_000)
  const lean = JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8')) as Record<string, string[]>
  expect([lean['calls'], lean['notAsked']]).toEqual([['GET /users/:user_id'], []])
  const broken = await call('may-change', 'user.has-name', '--leans', '{folder}/one.json')
  expect({ exit: broken.exit, stdout: broken.stdout }).toEqual({
    exit: 1,
    stdout: expect.stringContaining(noticedBy) as string,
  })
  const unnoticed = await call('may-change', 'user.has-alias', '--leans', '{folder}/one.json')
  expect([unnoticed.exit, unnoticed.stdout.includes('unnoticed by 1')]).toEqual([0, true])
})

it('says what was not asked within its budget, and may-change does not take it for safe', async () => {
  const slow = ['node', '-e', `setTimeout(() => import('{folder}/client.mjs'), 1000)`]
  // The run as it is comes twice.
  const asked = await call('leans', '--budget', '8s', '--jobs', '1', '-o', '{folder}/part.json', '--', ...slow)
  if (asked.exit === 1) return expect(existsSync(join(folder, 'part.json'))).toBe(false)
  expect(asked.stdout).toMatch(/\d+ changes not asked, for lack of time: /)
  const { notAsked } = JSON.parse(readFileSync(join(folder, 'part.json'), 'utf8')) as { notAsked: string[] }
  const { exit, stdout } = await call('may-change', notAsked[0]!, '--leans', '{folder}/part.json')
  expect([exit, stdout.includes('not asked of 1')]).toEqual([0, true])
})

it('ends with 2 for no command, and one that asks nothing', async () => {
  expect(await call('leans')).toMatchObject({ exit: 2, stderr: expect.stringContaining('after --') as string })
  const silent = await call('leans', '-o', '{folder}/none.json', '--', 'node', '-e', '0')
  expect([silent.exit, existsSync(join(folder, 'none.json'))]).toEqual([2, false])
})
