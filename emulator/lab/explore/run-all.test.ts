import { describe, expect, it } from 'vitest'
import type { Emulator } from '../../host/emulator.ts'
import { ask } from '../../../tests/helpers/ask.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { explore, exploreSubject } from './explore.ts'
import type { Run } from '../subjects/function.ts'
import type { ExploreReport } from './report.ts'
import { yieldToTimers } from '../engine/real-time.ts'
import type { Client } from '../engine/client.ts'

const me = (run: Run) => ask(run, 'GET', '/users/me')
const KEYS = '/api-keys/target/org/acme'
const mint = (run: Run) => ask(run, 'POST', KEYS, { role: 'read', description: 'build' }).then(() => 'minted')
const isMinted = async (run: Run) =>
  ((await ask(run, 'GET', KEYS))['api_keys'] as unknown as { description: string }[]).some(
    ({ description }) => description === 'build',
  )
const shown = ({ findings }: ExploreReport) =>
  findings.map(({ verdict, fault, cases }) => `${verdict} ${fault} at ${cases.map(({ point }) => point).join(', ')}`)
const POINT = 'POST /api-keys/target/:target/:target_id'

describe('two faults', () => {
  const options = {
    only: ['no-answer', 'lost-answer'],
    skip: ['GET /api-keys/target/:target/:target_id'],
    depth: 2,
  } as const

  it('are reduced to the one that is enough', async () => {
    const report = await explore(
      (run) =>
        mint(run)
          .catch(() => mint(run))
          .catch(() => mint(run)),
      options,
    )
    expect(shown(report)).toEqual([`wrong-world lost-answer at ${POINT}#1`])
    expect(report.experiments.map(({ id }) => id)).not.toContain(`${POINT}#1:no-answer then ${POINT}#2:lost-answer`)
    expect(report.notes.join('\n')).toMatch(
      /^\d+ experiments with two faults had the verdict of the second fault alone: POST .+#1:no-answer then POST .+#2:lost-answer …$/m,
    )
  })

  it('are done in turn: a change before a repetition comes after what was repeated', async () => {
    const seen: string[] = []
    const patient = (run: Run) =>
      me(run)
        .catch(() => me(run))
        .finally(() =>
          seen.push(
            run.emulator.journal
              .entries()
              .map(({ error }) => error ?? 'done')
              .join(', '),
          ),
        )
    const { experiments } = await explore((run) => patient(run).then(({ status }) => status), {
      only: ['lost-answer', 'caller-changes'],
      depth: 2,
    })
    expect(experiments.map(({ id }) => id)).toContain(
      'GET /users/me#1:lost-answer then GET /users/me#2:caller-changes:revoked',
    )
    expect(seen).toContain('done, unauthenticated')
  })

  it('stay two where neither is enough', async () => {
    /** Looks before the first repetition, not before the second. */
    const half = (run: Run) =>
      mint(run)
        .catch(async () => ((await isMinted(run)) ? 'minted' : mint(run)))
        .catch(() => mint(run))
    const report = await explore(half, options)
    expect(shown(report)).toEqual([`wrong-world no-answer then lost-answer at ${POINT}#2, ${POINT}#2`])
    expect(report.findings[0]!.what).toBe(
      'the connection ends without an answer, then the work is done and its answer is lost',
    )
    expect((await explore(half, { ...options, depth: 1 })).findings).toEqual([])
    const both = `${POINT}#1:no-answer then ${POINT}#2:lost-answer`
    const again = await explore(half, { case: both })
    expect(again.experiments.map(({ id, verdict }) => [id, verdict])).toEqual([[both, 'wrong-world']])
    await expect(explore(half, { case: `${POINT}#1:no-answer then ${POINT}#2:lost-anwser` })).rejects.toThrow(
      'there is no experiment',
    )
  })
})

describe('mustSurvive', () => {
  const only = ['network', 'refusal']
  const asking = (run: Run) => me(run).then(({ status }) => status)
  const listVerdicts = (report: ExploreReport) => [
    ...new Set(report.findings.map(({ verdict, group }) => `${verdict} ${group}`)),
  ]

  it('makes a finding of what is reported, in its groups alone', async () => {
    const options = { only, skip: ['late-answer', 'stalled-body'], timeLimit: '5s' }
    expect((await explore(asking, options)).findings).toEqual([])
    expect(listVerdicts(await explore(asking, { ...options, mustSurvive: ['refusal'] }))).toEqual(['reported refusal'])
    expect(listVerdicts(await explore(asking, { ...options, mustSurvive: ['network', 'refusal'] })).toSorted()).toEqual(
      ['reported network', 'reported refusal'],
    )
  })

  it('has nothing to say of a client that tries again, where what lasts is reported', async () => {
    const patient = (run: Run) =>
      me(run)
        .catch(() => me(run))
        .then(({ status }) => status)
    const report = await explore(patient, { only: ['no-answer', 'broken-answer'], mustSurvive: ['network'] })
    expect(report.findings).toEqual([])
    expect(report.experiments.flatMap(({ fault, verdict }) => (verdict === 'reported' ? [fault] : []))).toEqual([
      'no-answer:lasting',
    ])
  })
})

describe('a client that hangs', () => {
  /** Does not end while another run is under way. `alone` decides how a run without others ends. */
  function busy(alone: 'survives' | 'hangs', isInProcess: boolean): Client {
    let running = 0
    return {
      name: 'busy',
      isInProcess,
      async run(world: Emulator) {
        running++
        const response = await world
          .fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
          .catch(() => undefined)
        await yieldToTimers()
        const isBaseline = response?.status === 200 && world.triggers.list().length === 0
        const hangs = !isBaseline && (running > 1 || alone === 'hangs')
        await yieldToTimers()
        running--
        return hangs ? { end: 'hung', output: undefined, said: 'waits' } : { end: 'succeeded', output: 1, said: '' }
      },
    }
  }

  it.each([
    ['survives', 'program', false],
    ['hangs', 'program', false],
    ['survives', 'function', true],
    ['hangs', 'function', true],
  ] as const)('beside others is run alone before it is called that: it %s (a %s)', async (alone, _, isInProcess) => {
    const { report } = await exploreSubject(
      busy(alone, isInProcess),
      baseEmulator({}),
      { only: ['no-answer', 'lost-answer'] },
      { jobs: 4 },
    )
    expect(report.experiments).toHaveLength(4)
    expect(report.findings.map(({ verdict }) => verdict)).toEqual(alone === 'hangs' ? ['hung', 'hung'] : [])
  })
})

it('counts the clauses that experiments exercised, in how many answers', async () => {
  const report = await explore((run) => ask(run, 'GET', '/users/me').then(() => 'done'), { only: ['refusal'] })
  expect(report.clauses).toMatchObject({
    'envelope.failure-has-error-and-message': report.experiments.length,
    'envelope.status-on-every-response': report.experiments.length,
  })
})

it('an output that is another one each time is said not to be compared', async () => {
  let times = 0
  const { masks, notes } = await explore((run) => me(run).then(() => `run ${++times}`), { only: ['slow-body'] })
  expect(masks).toEqual(['the output'])
  expect(notes).toContainEqual(expect.stringContaining('outputs are not compared'))
})

it.each<[string, (run: Run) => Promise<unknown>]>([
  ['fails', () => Promise.reject(new Error('no'))],
  ['crashes', (run) => me(run).then(() => void Promise.reject(new Error('no')))],
])('a client that %s without a fault tells nothing', async (what, client) => {
  await expect(explore(client)).rejects.toThrow(`${what} without a fault, so nothing can be tried`)
})

it('names each group and fault once where there is none of a name', async () => {
  const error = (await explore(me, { only: ['nothing'] as never }).catch((thrown: unknown) => thrown)) as Error
  const [, known = ''] = /\(known: (.*)\)$/.exec(error.message) ?? []
  expect(known.split(', ').filter((name) => name === 'refusal')).toHaveLength(1)
})
