import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { loadScenario } from '../../scenario/load.ts'
import type { ReplayResult } from '../../scenario/result.ts'
import { mutateClient, type ClientScenario } from './mutate-client.ts'
import { BaselineFailed } from './mutate-scenarios.ts'

const clause = 'client.profile-ls.marks-default'

async function scenarioOf(name: string, clauses: readonly string[]): Promise<ClientScenario> {
  const loaded = await loadScenario({
    scenario: 1,
    name,
    about: 'A test.',
    clauses,
    steps: [{ run: 'svc profile ls' }],
  })
  return { loaded, emulator: createEmulator({ scenario: loaded }) }
}

/** What a run of a scenario gives that met the clause. */
const result = (name: string, failed: boolean): ReplayResult => ({
  name,
  about: '',
  file: undefined,
  target: 'in process',
  ok: !failed,
  problems: [],
  notes: [],
  clauses: [{ id: clause, count: 1 }],
  steps: [
    {
      number: 1,
      kind: 'run',
      title: 'svc profile ls',
      status: failed ? 'failed' : 'passed',
      reasons: failed ? ['no mark'] : [],
      transcript: [],
    },
  ],
})

const options = { only: [clause], jobs: 1, stop: new AbortController().signal }

describe('scenarios of a client', () => {
  it('notice what one of them notices, and those that name the clause are asked first', async () => {
    const asked: string[] = []
    const report = await mutateClient([await scenarioOf('meets', []), await scenarioOf('names', [clause])], {
      ...options,
      play: async ({ loaded: { scenario } }, broken) => {
        if (broken !== undefined) asked.push(`${scenario.name} ${broken}`)
        return result(scenario.name, broken !== undefined && scenario.name === 'meets')
      },
    })
    expect(asked).toEqual([`names ${clause}`, `meets ${clause}`])
    expect(report.outcomes).toEqual([
      {
        id: clause,
        clause,
        breaks: 'marks none',
        status: 'killed',
        metBy: ['names', 'meets'],
        noticed: 'meets, step 1 (svc profile ls): no mark',
      },
    ])
  })

  it('let live what none of them notices', async () => {
    const { outcomes } = await mutateClient([await scenarioOf('names', [clause])], {
      ...options,
      play: async () => result('names', false),
    })
    expect(outcomes.map(({ status }) => status)).toEqual(['survived'])
  })

  it('prove nothing when they fail by themselves', async () => {
    await expect(
      mutateClient([await scenarioOf('names', [clause])], { ...options, play: async () => result('names', true) }),
    ).rejects.toThrow(BaselineFailed)
  })

  it.each([
    ['a mutant', (broken: string | undefined) => broken !== undefined],
    ['the run without one', () => true],
  ])('that were stopped during %s say nothing of it: the signal may have ended the client', async (_, isDuring) => {
    const stop = new AbortController()
    const mutated = mutateClient([await scenarioOf('names', [clause])], {
      ...options,
      stop: stop.signal,
      play: async (_scenario, broken) => {
        const stops = isDuring(broken)
        if (stops) stop.abort()
        return result('names', stops)
      },
    })
    const ended = await mutated.then(
      ({ outcomes }) => outcomes.map(({ status }) => status),
      ({ name }: Error) => name,
    )
    expect(ended).toEqual(isDuring(undefined) ? 'AbortError' : ['undecided'])
  })
})
