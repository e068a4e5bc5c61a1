import { expect, it } from 'vitest'
import { loadScenario } from '../../../emulator/scenario/index.ts'
import { WhyRun } from './why-run.ts'

const load = (step: object) => loadScenario({ scenario: 1, name: 'fails', as: 'svc-key-ada-admin', steps: [step] })
const step = { http: 'PATCH /users/ben', body: { name: 'B' } }

it('shows its progress, then the sentence that the scenario expects the opposite of', async () => {
  const run = new WhyRun(await load({ ...step, expect: { status: 200 } }))
  const seen = new Set<string | undefined>()
  run.subscribe(() => seen.add(run.progress))
  await run.begin()
  expect([...seen]).toEqual(expect.arrayContaining(['running it as it is', undefined]) as unknown)
  expect(run.reasons![0]).toContain('(users.update.others-refused). Request 1 of 1 met it.')
  expect(run.reasons!.at(-1)).toMatch(/^\d+ changes tried$/)
})

it('rejects for a scenario that passes, and can begin again', async () => {
  const run = new WhyRun(await load({ ...step, expect: { status: 403 } }))
  await expect(run.begin()).rejects.toThrow('fails does not fail, so there is nothing to explain')
  expect([run.progress, run.reasons]).toEqual([undefined, undefined])
})
