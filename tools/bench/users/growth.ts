import { createEmulator, type Emulator } from '../../../emulator/index.ts'
import { replay } from '../../../emulator/scenario/index.ts'
import { scenarioSince } from '../../../emulator/scenario/record/from-journal.ts'
import { talk } from '../harness/in-process.ts'
import { quantile, type Bench, type Measure } from '../harness/measure.ts'
import { cpuOf, cpuOfAsync } from '../harness/turns.ts'
import { asker } from '../workload/bare-results.ts'
import { readCalls } from '../workload/calls.ts'
import { reads, type Conversation } from '../workload/rest.ts'
import { benchFixture, keyOf, USERS } from '../workload/world.ts'

/** Microseconds of CPU time of the whole that a size makes, or of one request where it should not matter. */
type Cost = () => number | Promise<number>

interface Line {
  readonly what: string
  /** `constant`: the cost of one request. `linear`: the cost of all that was asked for, or of one request that all of it is about. */
  readonly should: 'constant' | 'linear'
  readonly sizes: readonly [number, number, number]
  readonly at: (size: number) => Cost
}

const created = () => createEmulator({ fixtures: [benchFixture()] as never })
const gets = (emulator: Emulator): Conversation =>
  reads(
    Array.from({ length: USERS }, (_, n) => emulator.world.users.get(`user-${n + 1}`)!.id),
    0,
  )
const perGet = (emulator: Emulator, requests = 500): Cost => {
  const get = talk(emulator, gets(emulator))
  return () => cpuOf(requests, get)
}

const lines: readonly Line[] = [
  {
    what: 'a GET, by triggers in force about other requests',
    should: 'constant',
    sizes: [10, 100, 1_000],
    at: (size) => perGet(triggered(size, 'GET /orgs/:org_id')),
  },
  {
    what: 'a GET, by triggers in force about it',
    should: 'linear',
    sizes: [10, 100, 1_000],
    at: (size) => perGet(triggered(size, 'GET /users/:user_id'), 50),
  },
  { what: 'a GET, by exchanges in the journal', should: 'constant', sizes: [100, 1_000, 10_000], at: journalled },
  { what: 'a GET, by worlds beside its own', should: 'constant', sizes: [10, 100, 1_000], at: besideWorlds },
  { what: 'a call, by open sockets', should: 'constant', sizes: [10, 100, 1_000], at: besideSockets },
  {
    what: 'a GET, by work that is not due',
    should: 'constant',
    sizes: [10, 100, 1_000],
    at: (size) => perGet(started(size)),
  },
  { what: 'moving the clock, by work that falls due', should: 'linear', sizes: [10, 100, 1_000], at: due },
  { what: 'a replay, by steps of the scenario', should: 'linear', sizes: [10, 100, 1_000], at: stepped },
  {
    what: 'putting triggers in force one by one, and taking them away',
    should: 'linear',
    sizes: [10, 100, 1_000],
    at: comingAndGoing,
  },
  { what: 'recording what happened as a scenario', should: 'linear', sizes: [10, 100, 1_000], at: recorded },
  { what: 'createEmulator(), by records of a fixture', should: 'linear', sizes: [1_000, 10_000, 100_000], at: loaded },
]

/** Nothing is worse than linear, and nothing that should be constant is linear. */
export const bench: Bench = {
  about:
    'CPU at three sizes, and at the largest over the smallest: what should be constant at most 1.5 times, what may be linear at most twice for each of it (deeper trees, more to collect).',
  async run({ quick }) {
    const measures: Measure[] = []
    for (const line of lines) measures.push(...(await grown(line, quick ? 3 : 9)))
    return measures
  },
}

async function grown({ what, should, sizes, at }: Line, rounds: number): Promise<Measure[]> {
  const costs = sizes.map((size) => ({ size, cost: at(size), took: [] as number[] }))
  // In turn, because the machine changes its speed under us; the first turn does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const { cost, took } of costs) {
      const microseconds = await cost()
      if (round > 0) took.push(microseconds)
    }
  }
  const [small, middle, large] = costs.map(({ size, took }) => ({ size, us: quantile(took, 0.25) })) as [
    Sized,
    Sized,
    Sized,
  ]
  const growth = large.us / small.us / (should === 'linear' ? large.size / small.size : 1)
  return [
    {
      what: `${what}, ${should}: ${large.size.toLocaleString('en')} over ${small.size.toLocaleString('en')}`,
      value: growth,
      unit: 'x',
      atMost: should === 'linear' ? 2 : 1.5,
      detail: [small, middle, large]
        .map(
          ({ size, us }) =>
            `${size.toLocaleString('en')}: ${us < 10_000 ? `${us.toFixed(1)} us` : `${(us / 1_000).toFixed(0)} ms`}`,
        )
        .join(', '),
    },
  ]
}

interface Sized {
  readonly size: number
  readonly us: number
}

function triggered(size: number, endpoint: string): Emulator {
  const emulator = created()
  emulator.triggers.addAll(
    Array.from({ length: size }, () => ({ when: { endpoint, nth: 1_000_000_000 }, do: [{ delay: '1ms' }] }) as never),
  )
  return emulator
}

function journalled(size: number): Cost {
  const emulator = createEmulator({ fixtures: [benchFixture()] as never, journal: { size } })
  const get = talk(emulator, gets(emulator))
  for (let n = 0; n < size; n++) get()
  if (emulator.journal.length !== size)
    throw new Error(`the journal holds ${emulator.journal.length} exchanges, not ${size}`)
  return () => cpuOf(500, get)
}

function besideWorlds(size: number): Cost {
  const emulator = created()
  let filled: Promise<unknown> | undefined
  const get = talk(emulator, gets(emulator))
  return async () => {
    await (filled ??= Promise.all(
      Array.from({ length: size }, () => emulator.fetch('/__emulator/worlds', { method: 'POST' })),
    ))
    return cpuOf(500, get)
  }
}

function besideSockets(size: number): Cost {
  const emulator = created()
  for (let n = 1; n < size; n++) emulator.connect({ url: `/v1/realtime?api_key=${keyOf(n)}`, send() {}, close() {} })
  const ask = asker(emulator)
  const conversation = readCalls(0)
  return () => cpuOf(500, () => ask(conversation('')))
}

function started(size: number): Emulator {
  const emulator = created()
  const ask = asker(emulator)
  const { definition } = JSON.parse(
    ask({
      method: 'workflow.create_definition',
      params: {
        org_id: 'org-1',
        alias: 'grown',
        category: 'etl',
        body: { nodes: [{ id: 'only', kind: 'task' }], edges: [] },
      },
    }),
  ).result
  for (let n = 0; n < size; n++) ask({ method: 'workflow.start_execution', params: { definition_id: definition.id } })
  return emulator
}

function due(size: number): Cost {
  const emulator = started(size)
  const before = emulator.snapshot()
  return () => {
    emulator.restore(before)
    const cost = cpuOf(1, () => emulator.clock.advance('1h'))
    const done = emulator.world.executions.list({ status: 'succeeded' }).length
    if (done < size) throw new Error(`${done} of ${size} executions came to their end`)
    return cost
  }
}

function stepped(size: number): Cost {
  const steps = Array.from({ length: size }, (_, n) => ({
    http: `GET /users/${['ada', 'ben', 'build-bot', 'old-bot'][n % 4]}`,
    expect: { status: 200 },
  }))
  const scenario = { scenario: 1, name: 'grown', about: 'Many steps.', as: 'svc-key-ada-admin', steps }
  return () =>
    cpuOfAsync(1, async () => {
      const { ok } = await replay(scenario)
      if (!ok) throw new Error('the replay of the scenario failed')
    })
}

function loaded(size: number): Cost {
  const records = { users: Array.from({ length: size }, (_, n) => ({ alias: `loaded-${n}`, type: 'human' })) }
  return () => cpuOf(1, () => createEmulator({ fixtures: [{ fixture: 1, name: 'loaded', records }] as never }))
}

function comingAndGoing(size: number): Cost {
  const { triggers } = created()
  return () =>
    cpuOf(1, () => {
      const ids = Array.from(
        { length: size },
        () => triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ delay: '1ms' }] } as never).id,
      )
      for (const id of ids) if (!triggers.remove(id)) throw new Error(`no ${id} was in force`)
    })
}

function recorded(size: number): Cost {
  const emulator = createEmulator({ fixtures: [benchFixture()] as never, journal: { size } })
  const get = talk(emulator, gets(emulator))
  for (let n = 0; n < size; n++) get()
  return () => cpuOf(1, () => void scenarioSince(emulator, { name: 'grown', about: 'Many requests.' }))
}
