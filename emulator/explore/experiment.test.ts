import { expect, it } from 'vitest'
import { createEmulator } from '../host/emulator.ts'
import { observe } from './experiment.ts'
import type { Limits, Subject } from './subject.ts'

const limits: Limits = { timeMs: 1_000, idleMs: 1_000, calls: 10, failingPerSecond: () => Infinity }

/** Sends a secret of the world with the first of its calls. */
const leaky: Subject = {
  name: 'leaky',
  async run(world) {
    for (const path of ['/users/me?note=svc-key-ben-admin', '/users/me', '/users/me']) await world.fetch(`/v1${path}`)
    return { end: 'succeeded', output: null, said: '' }
  },
}

it('judges no run whose calls are not all kept', async () => {
  const kept = await observe(leaky, createEmulator({ journal: { size: 3 } }), [], limits)
  expect(kept.sentSecrets).toHaveLength(1)
  await expect(observe(leaky, createEmulator({ journal: { size: 2 } }), [], limits)).rejects.toThrow('a run asked for more than can be judged: more than 2 calls, or 64 MiB of requests and answers')
})
