import { expect, it } from 'vitest'
import { startServer } from '../adapters/node/server.ts'
import { describe } from '../engine/checking/problems.ts'
import { runningEmulator } from './targets/running-emulator.ts'
import { checkScenario } from './check.ts'
import { loadScenario, replay, type Scenario } from './index.ts'

const me = { http: 'GET /users/me', as: 'svc-key-ada-admin' } as const
const held = { triggers: [{ when: { endpoint: 'GET /users/me', nth: 1 }, do: { hold: 'first' } }] } as const

type Parts = Pick<Scenario, 'triggers' | 'steps'>

const scenarioWith = (parts: Parts) => ({ scenario: 1 as const, name: 'waits', about: 'An answer waits.', ...parts })

/** Messages of a replay: of its steps, and of its end. */
async function play(parts: Parts): Promise<string[]> {
  const { steps, problems } = await replay(scenarioWith(parts))
  return [...steps.flatMap(({ number, reasons }) => reasons.map((reason) => `${number}: ${reason}`)), ...problems]
}

it.each([
  [undefined, { status: 200 }],
  [{ fail: { status: 503 } }, { status: 503 }],
  [{ lose_response: true }, { outcome: 'no_answer' }],
] as const)('a request waits for its release (%j), and others do not', async (fault, expected) => {
  const steps = [
    { ...me, name: 'first', wait: false, expect: expected },
    me,
    { release: 'first', ...(fault && { with: fault }) },
    { await: 'first' },
  ] as const
  expect(await play({ ...held, steps: [...steps] } as unknown as Parts)).toEqual([])
})

it('calls on a socket wait as well', async () => {
  const call = { call: 'workflow.list_sessions', params: { org_id: 'acme' }, as: 'svc-key-ada-admin' } as const
  const steps = [
    { ...call, name: 'first', wait: false, expect: { result: { sessions: { length: 10 } }, after: 'second' } },
    { ...call, name: 'second' },
    { release: 'list' },
    { await: 'first' },
  ] as const
  const triggers = [{ when: { command: 'workflow.list_sessions', nth: 1, at: 'after' }, do: { hold: 'list' } }] as const
  expect(await play({ triggers: [...triggers], steps: [...steps] } as unknown as Parts)).toEqual([])
})

it.each<[string, Parts['steps'], readonly string[]]>([
  [
    'holds a request at its end',
    [{ ...me, wait: false }],
    ["GET /users/me is held at 'first' at the end of the replay: write a step `release` for it"],
  ],
  [
    'releases what never comes',
    [me, { release: 'first' }, { ...me, wait: false }] as Parts['steps'],
    [
      '1: outcome: expected `answered`, got `no_answer` (no answer within the timeout)',
      '2: an earlier step failed',
      '3: an earlier step failed',
    ],
  ],
  [
    'awaits what failed',
    [{ ...me, name: 'first', wait: false, expect: { status: 404 } }, { release: 'first' }, { await: 'first' }],
    ['1: status: expected 404, got 200', "3: step 1 ('first') failed: status: expected 404, got 200"],
  ],
  [
    'releases with what is no fault',
    [
      { ...me, name: 'first', wait: false },
      { release: 'first', with: { advance: '1h' } },
    ],
    [
      '2: with.advance: expected a fault; a change is made before the release: `emulator.world`, or a step `change`',
      "GET /users/me is held at 'first' at the end of the replay: write a step `release` for it",
    ],
  ],
])('a replay fails that %s', async (_, steps, expected) => {
  expect(await play({ ...held, steps } as unknown as Parts)).toEqual(expected)
})

it('a release that nothing comes to says so', async () => {
  const steps = [{ release: 'first', timeout: '1s' }]
  expect(await play({ ...held, steps } as unknown as Parts)).toContain(
    "1: no request came to the gate 'first' within 1000 ms",
  )
})

it.each<[Parts['steps'], string]>([
  [
    [{ release: 'frist' }],
    "steps[0].release: no trigger holds at 'frist' (`do: { hold: frist }`), did you mean 'first'?",
  ],
  [
    [{ ...me, name: 'one', wait: false }, { await: 'on' }],
    "steps[1].await: no earlier step with `wait: false` has the name 'on', did you mean 'one'?",
  ],
  [
    [{ ...me, name: 'one' }, { await: 'one' }],
    "steps[1].await: the step 'one' is waited for already: it has no `wait: false`",
  ],
  [[{ ...me, wait: false, repeat: 2 }], 'steps[0].repeat: not together with `wait: false`'],
  [
    [{ relase: 'first' } as never],
    "steps[0].relase: no such step (known: http, call, change, clock, run, release, await), did you mean 'release'?",
  ],
])('%j is refused', (steps, message) => {
  const { problems } = checkScenario(scenarioWith({ ...held, steps } as unknown as Parts))
  expect(problems.map(describe).join('\n')).toContain(message)
})

it('a change while a request waits leaves it waiting, also on a running emulator', async () => {
  const steps = [
    { ...me, name: 'first', wait: false, expect: { body: { user: { name: 'Countess' } } } },
    { change: { update: { users: { ada: { name: 'Countess' } } } } },
    { release: 'first' },
    { await: 'first' },
  ] as const
  const parts = { ...held, steps: [...steps] } as unknown as Parts
  expect(await play(parts)).toEqual([])
  await using server = await startServer()
  const scenario = await loadScenario(scenarioWith(parts))
  const result = await replay(scenario, (await runningEmulator({ apiUrl: server.url }, scenario))!)
  expect([result.problems, result.steps.flatMap(({ reasons }) => reasons)]).toEqual([[], []])
})

it('the shipped scenario plays on a running emulator, too', async () => {
  await using server = await startServer()
  const scenario = await loadScenario('answers-that-wait')
  const result = await replay(scenario, (await runningEmulator({ apiUrl: server.url }, scenario))!)
  expect([result.problems, result.steps.flatMap(({ reasons }) => reasons), result.ok]).toEqual([[], [], true])
})
