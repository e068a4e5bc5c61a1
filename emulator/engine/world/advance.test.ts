import { expect, it } from 'vitest'
import { EmulatorError } from '../checking/emulator-error.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { hostOf } from '../../host/instance-of.ts'

type Due = { readonly due_ms: number; readonly subject_id: string }

/** Bound on due work of these worlds. */
const MOST = 5_000
const settings = { limits: { due_work: MOST } }

/** Leaves one schedule that fires every second without executions, so that many firings are fast. */
function onlyFirings(emulator: Emulator): { fired: number } {
  const { world } = hostOf(emulator)
  const busy = emulator.world.schedules.insert({ org: 'acme', alias: 'busy', definition: 'report', every_seconds: 1 })
  const count = { fired: 0 }
  const fire = (_: unknown, due: Due) => {
    if (due.subject_id !== busy.id) return
    count.fired++
    world.schedule('schedule.fire', due.due_ms + 1000, 'schedules', due.subject_id)
  }
  Object.assign(world, { tasks: { 'schedule.fire': fire } })
  return count
}

it('refuses to pass the last time that ISO 8601 writes with four digits', () => {
  const emulator = createEmulator()
  const before = JSON.stringify(emulator.export())
  for (const far of ['9999999d', Number.MAX_SAFE_INTEGER])
    expect(() => emulator.clock.advance(far)).toThrow(EmulatorError)
  expect(JSON.stringify(emulator.export())).toBe(before)
})

it('refuses an advance in which too much falls due, and changes nothing', () => {
  const emulator = createEmulator({ settings })
  const count = onlyFirings(emulator)
  const before = JSON.stringify(emulator.export())
  expect(() => emulator.clock.advance(`${MOST + 100}s`)).toThrow(
    /^more than 5,000 pieces of due work lie within this time \(`settings\.limits\.due_work`\)/,
  )
  expect(count.fired).toBeGreaterThan(MOST - 100)
  expect(JSON.stringify(emulator.export())).toBe(before)
  emulator.clock.advance('10s')
  expect(emulator.clock.now()).toBe(Date.parse('2026-01-01T00:00:10Z'))
})

it('catches up with a real clock in parts, and refuses no request for it', async () => {
  let now = 0
  const emulator = createEmulator({ settings, clock: 'real', real: { now: () => now } })
  const count = onlyFirings(emulator)
  const seconds = MOST + 500
  now = seconds * 1000
  const get = () => emulator.fetch('http://x/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect((await get()).status).toBe(200)
  // The starter world has some due work of its own.
  expect(count.fired).toBeLessThanOrEqual(MOST)
  expect(count.fired).toBeGreaterThan(MOST - 100)
  expect((await get()).status).toBe(200)
  expect(count.fired).toBe(seconds)
  expect(emulator.clock.now()).toBe(Date.parse('2026-01-01T00:00:00Z') + now)
})

it('does 250,000 pieces of due work in one advance by default', () => {
  const due = hostOf(createEmulator()).world.settings.limits.due_work
  expect(due).toBe(250_000)
})
