import { expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const call = { env: {}, signal: new AbortController().signal, allowRun: false }
const makeScenario = (steps: readonly object[]) => ({ scenario: 1, name: 'red', as: 'svc-key-ada-admin', steps })

it('names the sentence that a scenario expects the opposite of', async () => {
  const step = { http: 'PATCH /users/ben', body: { name: 'B' }, expect: { status: 200 } }
  const { failing } = (await explainFailure(makeScenario([step]), call)) as {
    failing: { reasons: string[] }[]
  }
  expect(failing[0]!.reasons[0]).toContain('(users.update.others-refused)')
})

it('runs no programs of a document, unless that is allowed', async () => {
  const scenario = makeScenario([{ run: 'node -e "process.exit(1)"', expect: { exit: 0 } }])
  await expect(explainFailure(scenario, call)).rejects.toThrow('--allow-run')
  await expect(explainFailure(scenario, { ...call, allowRun: true })).rejects.toThrow('made no request')
})
