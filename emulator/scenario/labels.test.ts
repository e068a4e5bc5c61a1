import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractStamp, formatStamp } from '../contract/stamp.ts'
import { createEmulator } from '../host/emulator.ts'
import { loadScenario, replay, validate } from './index.ts'
import { bundleOfRun } from './run-bundle.ts'
import { createBundle } from './bundle.ts'

const own = formatStamp(contractStamp())
const other = { version: '9.0.0', digest: 'f'.repeat(64), release: '9.9.9' }
const scenario = {
  scenario: 1,
  name: 'labels',
  clauses: ['gone.long-ago', 'users.get.answers-user'],
  steps: [{ http: 'GET /users/me', as: 'svc-key-ada-admin', clauses: ['users.get.answers-usr'] }],
} as const

describe('ids of clauses that this contract does not have', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-labels-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('stop no replay: the steps are played, and the result says so', async () => {
    const { ok, steps, clauses, notes } = await replay(scenario)
    expect([ok, steps.map(({ status }) => status)]).toEqual([true, ['passed']])
    expect(clauses.map(({ id }) => id)).toContain('users.get.answers-user')
    const unsaid = `which is not checked (the file does not name the release that wrote it; this is ${own})`
    expect(notes).toEqual([
      `clauses[0]: unknown clause 'gone.long-ago', ${unsaid}`,
      `steps[0].clauses[0]: unknown clause 'users.get.answers-usr', ${unsaid}, did you mean 'users.get.answers-user'?`,
    ])
  })

  it('are told with their place and the release that wrote the file', async () => {
    const file = join(folder, 'labels.yaml')
    writeFileSync(file, `scenario: 1\nname: labels\ncontract: ${JSON.stringify(other)}\nclauses: [gone.long-ago]\n`)
    const { warnings = [], scenario: loaded } = await loadScenario(file)
    expect(loaded.clauses).toEqual([])
    expect(warnings).toMatchObject([
      {
        at: { file, line: 4, column: 11 },
        message: `unknown clause 'gone.long-ago', which is not checked (written by svc-emulator 9.9.9 (contract 9.0.0); this is ${own})`,
      },
    ])
  })

  it('are problems for a check, unless the file is of another contract', async () => {
    const unexplained = await validate(scenario)
    const reason = `(the file does not name the release that wrote it; this is ${own})`
    expect(unexplained.problems[0]!.message).toBe(`unknown clause 'gone.long-ago' ${reason}`)
    expect(unexplained.problems.map(({ path }) => path)).toEqual([
      ['clauses', 0],
      ['steps', 0, 'clauses', 0],
    ])
    expect((await validate({ ...scenario, contract: contractStamp() })).problems).toHaveLength(2)
    expect((await validate({ ...scenario, contract: other })).problems).toEqual([])
  })

  it('move from the clauses of a step to what it shows, where they are about the client', async () => {
    const steps = [
      { run: 'svc whoami', clauses: ['client.whoami.five-lines', 'users.get.answers-user'] },
      { run: 'svc whoami', shows: ['client.gone'], clauses: ['client.whoami.user-line'] },
    ]
    const { scenario: loaded, warnings = [] } = await loadScenario({ ...scenario, clauses: [], steps })
    expect(loaded.steps).toEqual([
      { run: 'svc whoami', clauses: ['users.get.answers-user'], shows: ['client.whoami.five-lines'] },
      { run: 'svc whoami', clauses: [], shows: ['client.whoami.user-line'] },
    ])
    expect(warnings.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [
        'steps.0.clauses',
        'clauses about a client belong under `shows`, and are read as if they were there: client.whoami.five-lines',
      ],
      ['steps.1.shows.0', expect.stringContaining("unknown clause 'client.gone'")],
      ['steps.1.clauses', expect.stringContaining('client.whoami.user-line')],
    ])
    const moved = { ...scenario, clauses: [], steps: steps.slice(0, 1) }
    expect((await validate(moved)).problems).toEqual([])
  })

  it('are refused under the other name: only a run shows something of a client, and nothing of the API', async () => {
    const asked = { http: 'GET /users/me', clauses: ['client.whoami.five-lines'] }
    await expect(loadScenario({ ...scenario, clauses: [], steps: [asked] })).rejects.toThrow('steps[0].clauses[0]')
    const ran = { run: 'svc whoami', shows: ['users.get.answers-user'] }
    await expect(loadScenario({ ...scenario, clauses: [], steps: [ran] })).rejects.toThrow('steps[0].shows[0]')
  })

  it('are judged by the schema where they are no texts', async () => {
    await expect(loadScenario({ ...scenario, clauses: ['users.get.answers-user', 7] })).rejects.toThrow('clauses[1]')
  })
})

describe('a bundle', () => {
  const run = async () => {
    const emulator = createEmulator()
    await emulator.fetch('http://emulator/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    return bundleOfRun(emulator, { name: 'run', about: 'A run.', problems: [] })
  }

  it('holds its contract, and the sentences that it met', async () => {
    const { contract, sentences, scenario: recorded } = await run()
    expect([contract, recorded.contract]).toEqual([contractStamp(), contractStamp()])
    expect(sentences).toMatchObject({ 'users.get.answers-user': 'Get User answers the user object in `user`.' })
    expect(sentences).not.toHaveProperty('users.limits.self')
    const loaded = await loadScenario(scenario)
    const emulator = createEmulator({ scenario: loaded })
    expect(createBundle(loaded, await replay(loaded, emulator), emulator).sentences).toMatchObject(sentences!)
  })

  it('ends with the sentences that it meets and that changed since', async () => {
    const bundle = await run()
    const sentences = {
      ...bundle.sentences,
      'users.get.answers-user': 'Get User answers the user.',
      'gone.now': 'Was.',
    }
    const { ok, notes, changed } = await replay({ ...bundle, contract: other, sentences })
    const now = 'Get User answers the user object in `user`.'
    expect(ok).toBe(true)
    expect(changed).toEqual([
      { kind: 'changed', id: 'users.get.answers-user', before: 'Get User answers the user.', now },
      { kind: 'removed', id: 'gone.now', before: 'Was.' },
    ])
    expect(notes).toEqual([
      'written by svc-emulator 9.9.9 (contract 9.0.0); 2 sentences that it meets changed since:',
      '  changed: users.get.answers-user',
      '  before: Get User answers the user.',
      `  now: ${now}`,
      '  removed: gone.now',
      '  Was.',
    ])
  })

  it('of this contract ends with the assumptions that it meets and that changed since', async () => {
    const bundle = await run()
    const [id] = Object.keys(bundle.sentences!).filter((each) => each.startsWith('A-'))
    const now = bundle.sentences![id!]
    const sentences = { ...bundle.sentences, [id!]: 'Was decided otherwise.', 'A-9999': 'Was decided.' }
    const { ok, changed } = await replay({ ...bundle, sentences })
    expect([ok, changed]).toEqual([
      true,
      [
        { kind: 'changed', id, before: 'Was decided otherwise.', now },
        { kind: 'removed', id: 'A-9999', before: 'Was decided.' },
      ],
    ])
  })

  it('of this contract says nothing of it, whichever release wrote it', async () => {
    const bundle = await run()
    const { notes, changed } = await replay({ ...bundle, contract: { ...contractStamp(), release: '9.9.9' } })
    expect([notes, changed]).toEqual([[], undefined])
  })

  it('that does not name its release says so beside a clause that is unknown', async () => {
    const { contract: _contract, sentences: _sentences, ...bundle } = await run()
    const { contract: _recorded, ...head } = bundle.scenario
    const { ok, notes } = await replay({ ...bundle, scenario: { ...head, clauses: ['gone.long-ago'] } })
    expect([ok, notes]).toEqual([true, [expect.stringContaining('the file does not name the release that wrote it')]])
  })
})
