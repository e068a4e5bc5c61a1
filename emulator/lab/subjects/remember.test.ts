import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mutants } from '../../contract/variants.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { beginClient } from '../engine/begun.ts'
import { Deadline } from '../engine/deadline.ts'
import { chooseVariants, vary, type Variant } from '../engine/variant.ts'
import { withAccepted } from '../mutation/accepted.ts'
import { reportMutation } from '../mutation/mutation-report.ts'
import { tryMutants } from '../mutation/try-mutants.ts'
import { askSubject } from '../questions/ask-subject.ts'
import { reportQuestions } from '../questions/questions-report.ts'
import { functionSubject, type Run } from './function.ts'
import { digestVariant, remember } from './remember.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-remember-'))
  writeFileSync(join(folder, 'client.mjs'), 'as it is')
})
afterEach(() => rmSync(folder, { recursive: true }))

const last = (): string => join(folder, 'last.json')

interface Given {
  readonly program?: readonly string[]
  readonly key?: string
  readonly timeLimit?: number
  readonly start?: Pick<StartOptions, 'seed' | 'settings' | 'fixtures'>
  readonly isFirst?: true
  readonly accepted?: readonly string[]
  readonly during?: () => void
}

/** Asks a question of a client that never looks at a name, with the report of the run before, and writes its own. */
async function ask(question: 'mutate' | 'questions', given: Given = {}) {
  const { program = ['node', 'client.mjs'], key, start = {}, isFirst, accepted = [], during } = given
  const since = isFirst ? undefined : last()
  const { memory, addTo } = await remember({
    question,
    folder,
    program,
    key,
    start,
    since,
    home: undefined,
    timeLimit: given.timeLimit,
    own: [last()],
  })
  let runs = 0
  const client = async ({ fetch, baseUrl, apiKey }: Run): Promise<string> => {
    runs++
    const headers = { 'X-API-Key': apiKey }
    await fetch(`${baseUrl}/users/me`, { headers })
    const response = await fetch(`${baseUrl}/orgs/acme`, { headers })
    return ((await response.json()) as { org: { name: string } }).org.name
  }
  const base = baseEmulator(start)
  const deadline = new Deadline(undefined, undefined)
  const begun = await beginClient(functionSubject(client, keyFor(base, key)), base, { deadline, timeLimit: undefined })
  const first = runs
  const asked = { ...begun, memory }
  during?.()
  const report = await addTo(
    question === 'mutate'
      ? reportMutation(
          withAccepted(
            { outcomes: await tryMutants(asked, chooseVariants(mutants, ['user.has-name']).map(vary)) },
            accepted,
          ).report,
          { subject: 'it', rerun: () => '' },
        )
      : reportQuestions(await askSubject(asked, { only: ['A-16'], accept: accepted })),
  )
  writeFileSync(last(), JSON.stringify(report.document))
  return { runs: runs - first, said: report.remarks?.at(-1), findings: report.findings!.map(({ title }) => title) }
}

describe('remember', () => {
  it('keeps all verdicts where nothing changed, findings too, with another seed and accepted names', async () => {
    const { runs, findings } = await ask('mutate', { isFirst: true })
    expect([runs, findings.length]).toEqual([2, 2])
    expect(await ask('mutate', { start: { seed: 7 } })).toEqual({ runs: 0, said: 'kept 2, asked 0', findings })
    expect(await ask('mutate', { accepted: findings })).toMatchObject({ runs: 0, findings: [] })
    expect(await ask('mutate')).toMatchObject({ runs: 0, findings })
  })

  it('keeps questions, those that were accepted before and now matter again', async () => {
    const { runs, findings } = await ask('questions', { isFirst: true, accepted: ['A-16/1'] })
    expect([runs, findings]).toEqual([1, []])
    const again = await ask('questions')
    expect(again).toEqual({ runs: 0, said: 'kept 1, asked 0', findings: ['Which fields has an organization?'] })
    expect(await ask('questions', { accepted: ['A-16/1'] })).toMatchObject({ runs: 0, findings: [] })
  })

  it.each<[string, Given, string]>([
    ['key', { key: 'svc-key-ben-admin' }, 'the key is another one'],
    ['command', { program: ['node', 'client.mjs', '--other'] }, 'the command is another one'],
    ['setting', { start: { settings: { default_limit: 20 } } }, 'the setting default_limit changed'],
    ['time limit', { timeLimit: 20_000 }, 'the setting time-limit changed'],
    ['world', { start: { fixtures: ['starter', 'large'] } }, 'the world is another one'],
  ])('asks all again with another %s', async (_, given, why) => {
    await ask('mutate', { isFirst: true })
    expect(await ask('mutate', given)).toMatchObject({ runs: 2, said: `kept 0, asked 2: since ${last()}, ${why}` })
  })

  it('asks all again with another file, and where one changed during the runs', async () => {
    await ask('mutate', { isFirst: true })
    writeFileSync(join(folder, 'client.mjs'), 'otherwise')
    const during = () => writeFileSync(join(folder, 'client.mjs'), 'in between')
    expect(await ask('mutate', { during })).toMatchObject({
      runs: 2,
      said: `kept 0, asked 2: since ${last()}, client.mjs changed`,
    })
    writeFileSync(join(folder, 'client.mjs'), 'otherwise')
    expect(await ask('mutate')).toMatchObject({
      runs: 2,
      said: `kept 0, asked 2: since ${last()}, client.mjs changed during those runs`,
    })
    expect(await ask('mutate')).toMatchObject({ runs: 0 })
  })

  it('keeps all where a shell had made the file of the report before the first run', async () => {
    await ask('mutate', { isFirst: true })
    const written = JSON.parse(readFileSync(last(), 'utf8')) as { restsOn: { files: object } }
    const files = { ...written.restsOn.files, 'last.json': 'digest of an empty file' }
    writeFileSync(last(), JSON.stringify({ ...written, restsOn: { ...written.restsOn, files } }))
    expect(await ask('mutate')).toMatchObject({ runs: 0, said: 'kept 2, asked 0' })
  })

  it.each([
    ['{', 'last.json:1:2'],
    ['[]', 'is no report of `npx svc-emulator mutate --reporter json`'],
    ['{"mutants": []}', 'is no report of `npx svc-emulator mutate --reporter json`'],
    [
      '{"restsOn": {"question": "questions"}}',
      'is no report of `npx svc-emulator mutate --reporter json`, got one of questions',
    ],
  ])('refuses %s', async (text, message) => {
    writeFileSync(last(), text)
    await expect(ask('mutate')).rejects.toThrow(message)
  })
})

it('the digest of a variant is another with another text of its statement, rule or overlay', () => {
  const variant: Variant = vary(mutants[0]!)
  const digests = [
    digestVariant('mutate', variant),
    digestVariant('mutate', variant, () => ({ statement: 'It was otherwise.' })),
    digestVariant('mutate', { ...variant, says: 'breaks otherwise' }),
    digestVariant('mutate', { ...variant, overlay: { seed: 2 } }),
    digestVariant('leans', variant),
  ]
  expect(new Set(digests).size).toBe(5)
  expect(digestVariant('mutate', { ...variant })).toBe(digests[0])
})
