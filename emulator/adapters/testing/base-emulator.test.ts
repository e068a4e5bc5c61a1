import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { baseEmulator } from './base-emulator.ts'

const scenario = {
  scenario: 1,
  name: 'one-more',
  about: 'One more organization.',
  world: { fixtures: ['starter'], records: { orgs: [{ alias: 'extra' }] } },
}

it('is one for choices that are the same', async () => {
  expect(await baseEmulator(undefined, { seed: 1 })).toBe(await baseEmulator(undefined, { seed: 1 }))
  expect(await baseEmulator(scenario, { seed: 1 })).toBe(await baseEmulator(scenario, { seed: 1 }))
  expect(await baseEmulator('flaky-identity')).toBe(await baseEmulator('flaky-identity', {}))
})

it('is another for other options, beside a scenario of whatever form', async () => {
  for (const choice of [undefined, 'flaky-identity', scenario]) {
    const [one, other] = await Promise.all([
      baseEmulator(choice, { journal: { size: 7 } }),
      baseEmulator(choice, { journal: { size: 8 } }),
    ])
    expect([one.journal.size, other.journal.size]).toEqual([7, 8])
  }
})

it('follows a file of facts', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'svc-facts-')), 'facts.yaml')
  const fact = { assumption: 'A-7', setting: 'statuses.user_not_found', observed: 410, on: '2026-11-23', exchange: 'x' }
  await writeFile(file, JSON.stringify({ facts: 1, observations: [fact] }))
  for (const choice of [undefined, scenario]) {
    const emulator = await baseEmulator(choice, { facts: file })
    const answer = await emulator.fetch('/v1/users/nobody', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect(answer.status).toBe(410)
  }
})

it('is another for other functions', async () => {
  const told: string[] = []
  const teller = (name: string) => ({ settings: { unspecified: 'warn' as const }, warn: () => void told.push(name) })
  const [one, other] = [teller('one'), teller('other')]
  for (const options of [one, other, one]) {
    const emulator = (await baseEmulator(scenario, options)).fork()
    await emulator.fetch('/v1/users/me')
  }
  expect([...new Set(told)]).toEqual(['one', 'other'])
})

it('is another for a scenario that is another object', async () => {
  expect(await baseEmulator({ ...scenario })).not.toBe(await baseEmulator(scenario))
})
