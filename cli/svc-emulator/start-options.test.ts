import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/host/emulator.ts'
import { startOptions } from './start-options.ts'

it('takes the fixtures of the flag in place of those of the scenario', async () => {
  const emulator = createEmulator(await startOptions({ scenario: 'flaky-identity', fixtures: ['large'] }))
  expect(emulator.triggers.list()).not.toEqual([])
  expect(emulator.world.orgs.get('big')).toBeDefined()
  expect(createEmulator(await startOptions({ scenario: 'flaky-identity' })).world.orgs.get('big')).toBeUndefined()
})

it('names the flag where one of its fixtures is unknown, beside a scenario, too', async () => {
  for (const scenario of [undefined, 'flaky-identity'])
    await expect(startOptions({ scenario, fixtures: ['larg'] })).rejects.toThrow("--fixtures: unknown fixture 'larg'")
})
