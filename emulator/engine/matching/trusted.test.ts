import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { loadScenario } from '../../scenario/load.ts'
import { isTrusted } from './trusted.ts'

const twins = { orgs: [{ alias: 'twin' }, { alias: 'twin' }] }

it('trusts a shipped scenario as it was read, and no other', async () => {
  const shipped = await loadScenario('modified-cursor')
  expect(isTrusted(shipped)).toBe(true)
  expect(isTrusted({ ...shipped })).toBe(false)
  expect(isTrusted(await loadScenario({ ...shipped.scenario }))).toBe(false)
  expect(() => Object.assign(shipped, { fixtures: [] })).toThrow(TypeError)
})

it('checks a copy with a world of its own', async () => {
  const shipped = await loadScenario('modified-cursor')
  const changed = { ...shipped, scenario: { ...shipped.scenario, world: { records: twins } } }
  expect(() => createEmulator({ scenario: changed })).toThrow(/the alias 'twin'/)
})

it('checks the records of a shipped scenario against other fixtures', async () => {
  const shipped = await loadScenario('filter-after-budget')
  const other = { fixture: 1, name: 'other', records: { orgs: [{ alias: 'filtered' }] } } as const
  expect(() => createEmulator({ scenario: shipped, fixtures: ['starter', other] })).toThrow(
    /another record of 'orgs' has the alias 'filtered'/,
  )
})
