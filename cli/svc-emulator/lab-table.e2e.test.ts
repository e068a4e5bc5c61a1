/** The table of questions and kinds of client: each cell is asked, or refused with the reason and the command that asks it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explore, mutate, questions, shrink, type Run } from '../../emulator/lab/index.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

const dist = join(import.meta.dirname, '../../dist')

const files = {
  'client.mjs': `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const response = await fetch(url + '/users/me', { headers: { 'X-API-Key': key } })
const { user } = await response.json()
if (user?.name !== (process.argv[2] ?? 'Ada')) throw new Error('I am ' + user?.name)
`,
  'own.test.mjs': `
import assert from 'node:assert/strict'
import test from 'node:test'
import { createEmulator } from ${JSON.stringify(join(dist, 'index.js'))}
test('asks', async () => {
  const answer = await createEmulator().fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  assert.equal((await answer.json()).user.name, process.env.WANTED ?? 'Ada')
})
`,
  'served.test.mjs': `
import assert from 'node:assert/strict'
import test from 'node:test'
test('asks', async () => {
  const answer = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })
  assert.equal((await answer.json()).user?.name, process.env.WANTED ?? 'Ada')
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
  'failing.yaml': `
scenario: 1
name: me
as: svc-key-ada-admin
steps:
  - http: GET /users/me
    expect: { body: { user: { name: Eve } } }
`,
}

const askMe = async ({ fetch, baseUrl, apiKey }: Run): Promise<string> => {
  const response = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
  const { user } = (await response.json()) as { user?: { name: string } }
  if (user?.name !== 'Ada') throw new Error('another name')
  return user.name
}

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-lab-table-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { stdout } = await call({}, 'clauses', '--reporter', 'json')
  const contract = JSON.parse(stdout) as { contract: object; clauses: { id: string; statement: string }[] }
  const clauses = contract.clauses.map((each) =>
    each.id === 'user.has-name' ? { ...each, statement: 'It was otherwise.' } : each,
  )
  writeFileSync(join(folder, 'old.json'), JSON.stringify({ ...contract, clauses }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (env: Record<string, string>, ...argv: string[]) =>
  run(
    svcEmulator,
    argv.map((word) => word.replaceAll('{folder}', folder)),
    folder,
    { env: { ...(process.env as Record<string, string>), ...env } },
  )

const kinds = {
  program: ['node', '{folder}/client.mjs'],
  suite: ['node', '--test', '{folder}/own.test.mjs'],
  'served suite': ['node', '--test', '{folder}/served.test.mjs'],
  scenario: ['node', join(dist, 'cli/svc-emulator.js'), 'replay', '{folder}/scenario.yaml'],
} as const

type Kind = keyof typeof kinds

/** Flags of a question, and what each kind answers: the beginning of a line, or of the reason for its refusal. */
interface Row {
  readonly words: readonly string[]
  readonly says: string
  readonly refuses?: Readonly<Partial<Record<Kind, string>>>
}

const ownEmulators = 'asks emulators of its own'
const table: Readonly<Record<string, Row>> = {
  mutate: { words: ['mutate', '--case', 'user.has-name'], says: 'killed: user.has-name' },
  questions: { words: ['questions', '--case', 'A-17/1'], says: '1 question tried: ' },
  explore: {
    words: ['explore', '--only', 'gateway:502'],
    says: '1 experiment at 1 call: ',
    refuses: { suite: ownEmulators, scenario: 'made no call of the API' },
  },
  'explore --against': {
    words: ['explore', '--only', 'gateway:502', '--against', 'node {folder}/client.mjs'],
    says: '1 experiment',
    refuses: { suite: ownEmulators, scenario: 'made no call of the API' },
  },
  'clauses --against': { words: ['clauses', '--against', '{folder}/old.json'], says: 'user.has-name' },
}

describe.each(Object.entries(table))('%s', (_, { words, says, refuses = {} }) => {
  it.each(Object.entries(kinds))('of a %s', async (kind, command) => {
    const { exit, stdout, stderr } = await call({}, ...words, '--', ...command)
    const why = refuses[kind as Kind]
    if (why === undefined) expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringContaining(says) as string })
    else expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(why) as string })
  })
})

describe('shrink', () => {
  it.each([
    ['program', ['node', '{folder}/client.mjs', 'Eve']],
    ['suite', kinds.suite],
    ['served suite', kinds['served suite']],
  ])('of a %s', async (_, command) => {
    const { exit, stdout, stderr } = await call(
      { WANTED: 'Eve' },
      'shrink',
      '-o',
      '{folder}/small.yaml',
      '--',
      ...command,
    )
    expect({ exit, stdout, stderr }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('Still fails: ') as string,
    })
  })

  it('of a scenario', async () => {
    const { exit, stdout } = await call({}, 'shrink', '{folder}/failing.yaml', '-o', '{folder}/small.yaml')
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('Still fails: ') as string })
  })
})

describe('of a function', () => {
  it('each question but that of changed clauses is one of the library', async () => {
    expect((await mutate(askMe, { only: ['user.has-name'] })).score.killed).toBe(2)
    expect((await questions(askMe, { only: ['A-17'] })).questions).toHaveLength(1)
    expect((await explore(askMe, { only: ['gateway:502'] })).experiments).toHaveLength(1)
    expect((await explore(askMe, { only: ['gateway:502'], against: askMe })).experiments).toBe(1)
    const failing = (given: Run): Promise<never> =>
      askMe(given).then((name) => Promise.reject(new Error(`I want Eve, not ${name}`)))
    expect((await shrink(failing)).failure.join()).toContain('I want Eve')
  })
})
