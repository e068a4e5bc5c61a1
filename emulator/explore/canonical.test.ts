import { expect, it } from 'vitest'
import { createEmulator } from '../host/emulator.ts'
import { hostOf } from '../host/instance-of.ts'
import type { World } from '../world/world.ts'
import { canonicalOf, worldDifferences } from './canonical.ts'

const base = createEmulator()
const differences = (change: (world: World) => void): string[] => {
  const { world } = hostOf(base.fork())
  const start = world.fork()
  change(world)
  return worldDifferences(canonicalOf(start, start), canonicalOf(world, start))
}
const schedule = Array.from(hostOf(base).world.schedules.rows(), ({ record }) => record).find(({ enabled }) => enabled)

it('what schedules begin while time passes is no difference', () => {
  expect(differences((world) => {
    const { size } = world.firings
    world.advance(schedule!.every_seconds * 1000)
    expect(world.firings.size).toBeGreaterThan(size)
  })).toEqual([])
})

it('a schedule that was switched off is one', () => {
  expect(differences((world) => void world.schedules.update(schedule!.id, { enabled: false }))).toEqual([expect.stringContaining(`+ schedules {"id":"${schedule!.id}"`)])
})
