import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import { loadScenario } from '../../scenario/load.ts'
import { isReached } from './experiment.ts'
import { mergePlans, type ExperimentPlan } from './plan.ts'
import { plain } from '../engine/overlay.ts'
import { WorldSubject } from '../engine/world-subject.ts'
import type { Limits, Client } from '../engine/client.ts'

const limits: Limits = { timeMs: 1_000, idleMs: 1_000, calls: 10, failingPerSecond: () => Infinity }

/** Sends a secret of the world with its first call. */
const leaky: Client = {
  name: 'leaky',
  async run(world) {
    for (const path of ['/users/me?note=svc-key-ben-admin', '/users/me', '/users/me']) await world.fetch(`/v1${path}`)
    return { end: 'succeeded', output: null, said: '' }
  },
}

it('judges no run whose calls are not all kept', async () => {
  const kept = await new WorldSubject(leaky, createEmulator({ journal: { size: 3 } })).run(plain, limits)
  expect(kept.sentSecrets).toHaveLength(1)
  await expect(new WorldSubject(leaky, createEmulator({ journal: { size: 2 } })).run(plain, limits)).rejects.toThrow(
    'a run is too long to be judged: more than 2 calls, or 64 MiB of requests and answers',
  )
})

/** Makes one call. */
const one: Client = {
  name: 'one',
  async run(world) {
    await world.fetch('/v1/users/me')
    return { end: 'succeeded', output: null, said: '' }
  },
}
const isReachedBy = async (plan: Omit<ExperimentPlan, 'what'>, base = createEmulator()) => {
  const plans = [{ what: 'it', ...plan }]
  return isReached({ plans }, await new WorldSubject(one, base).run(mergePlans(plans), limits))
}

it('takes no trigger of the world for the fault of an experiment', async () => {
  const base = createEmulator({
    scenario: await loadScenario({
      scenario: 1,
      name: 'own',
      about: 'A test.',
      triggers: [{ when: { endpoint: 'GET /users/me' }, do: [{ delay: 1 }] }],
    }),
  })
  expect(
    await isReachedBy({ triggers: [{ when: { endpoint: 'GET /orgs/:org_id' }, do: [{ drop: true }] }] }, base),
  ).toBe(false)
  expect(await isReachedBy({ triggers: [{ when: { endpoint: 'GET /users/me' }, do: [{ delay: 2 }] }] }, base)).toBe(
    true,
  )
})

it('takes no change for made that could not be made', async () => {
  const change = (alias: string): Change => ({ delete: { orgs: alias } })
  const before = [
    (alias: string) => ({ before: [change(alias)] }),
    (alias: string): Omit<ExperimentPlan, 'what'> => ({
      triggers: [{ when: { endpoint: 'GET /users/me', at: 'after' }, do: [change(alias)] }],
    }),
  ]
  expect(
    await Promise.all(before.flatMap((plan) => [isReachedBy(plan('acme')), isReachedBy(plan('none-such'))])),
  ).toEqual([true, false, true, false])
})
