import { beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { loadScenario } from '../../scenario/load.ts'
import { runsPrograms } from '../../scenario/needs.ts'
import { validate } from '../../scenario/validate.ts'
import { shippedScenarios } from '../../scenario/files.ts'
import { BaselineFailed, mutateScenarios, type MutatedScenario } from './mutate-scenarios.ts'
import { countScore, type MutationReport } from './report.ts'

async function makeScenario(steps: readonly object[]): Promise<MutatedScenario> {
  const loaded = await loadScenario({ scenario: 1, name: 'mine', about: 'A test.', as: 'svc-key-ada-admin', steps })
  return { loaded, emulator: createEmulator({ scenario: loaded }) }
}

const list = { call: 'workflow.list_sessions', params: { org_id: 'acme' } }
const only = ['pagination.record.newest-first']

describe('a scenario', () => {
  it('that looks at the order notices when it is another', async () => {
    const { outcomes } = await mutateScenarios(
      [
        await makeScenario([
          {
            ...list,
            expect: {
              result: {
                sessions: [{ alias: 'run-25' }, ...Array.from({ length: 9 }, () => ({ alias: { is: 'string' } }))],
              },
            },
          },
        ]),
      ],
      { only },
    )
    expect(outcomes).toEqual([
      expect.objectContaining({ status: 'killed', by: 'mine', noticed: expect.stringContaining('run-25') }),
    ])
  })

  it('that only asks for a list does not', async () => {
    const { outcomes } = await mutateScenarios(
      [await makeScenario([{ ...list, expect: { result: { sessions: { is: 'array' } } } }])],
      { only },
    )
    expect(outcomes).toEqual([
      { id: only[0], clause: only[0], breaks: 'answers the oldest first', status: 'survived', metBy: ['mine'] },
    ])
  })

  it('that asks for nothing meets nothing', async () => {
    const report = await mutateScenarios([await makeScenario([])], { only })
    expect(report.outcomes[0]!.status).toBe('unmet')
    expect(countScore(report)).toMatchObject({ killed: 0, survived: 0, unmet: 1, percent: 0 })
  })

  it('that names a clause and expects nothing of it has not noticed it', async () => {
    const loaded = await loadScenario({
      scenario: 1,
      name: 'names',
      about: 'A test.',
      clauses: ['users.get.any-authenticated-caller'],
      as: 'svc-key-ada-admin',
      steps: [{ http: 'GET /users/ben', expect: { status: { is: 'integer' } } }],
    })
    const { outcomes } = await mutateScenarios([{ loaded, emulator: createEmulator({ scenario: loaded }) }], {
      only: ['users.get.any-authenticated-caller'],
    })
    expect(outcomes[0]!.status).toBe('survived')
  })

  it('that fails by itself proves nothing', async () => {
    await expect(mutateScenarios([await makeScenario([{ ...list, expect: { error: 'forbidden' } }])])).rejects.toThrow(
      BaselineFailed,
    )
  })
})

describe('the shipped scenarios', () => {
  let report: MutationReport

  beforeAll(async () => {
    const scenarios: MutatedScenario[] = []
    for (const { file } of shippedScenarios()) {
      const { loaded, emulator } = await validate(file)
      if (loaded !== undefined && !runsPrograms(loaded)) scenarios.push({ loaded, emulator })
    }
    report = await mutateScenarios(scenarios)
    // Some 470 mutants, each against the scenarios that meet its clause.
  })

  it('notice every mutant', () => {
    expect(report.outcomes.filter(({ status }) => status === 'survived').map(({ id }) => id)).toEqual([])
  })

  it('meet every clause that can be broken', () => {
    expect(report.outcomes.filter(({ status }) => status === 'unmet').map(({ id }) => id)).toEqual([])
  })
})
