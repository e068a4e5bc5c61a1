import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator } from '../index.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const START = Date.UTC(2026, 0, 1)

afterEach(() => void vi.useRealTimers())

/** Starts an operation that takes two seconds of world time; reads its condition. */
async function start(emulator: ReturnType<typeof createEmulator>): Promise<() => Promise<unknown>> {
  const body = JSON.stringify({ alias: 'followed', type: 'text' })
  expect((await emulator.fetch('/v1/blobs/acme', { method: 'POST', headers, body })).status).toBe(200)
  return async () => {
    const answer = await emulator.fetch('/v1/blobs/acme/followed', { headers })
    return ((await answer.json()) as { blob: { condition: unknown } }).blob.condition
  }
}

describe('clock.follow', () => {
  it('moves world time as far as the timers of the test, and does what is due', async () => {
    vi.useFakeTimers()
    const emulator = createEmulator()
    using _ = emulator.clock.follow(vi)
    const condition = await start(emulator)
    const before = await condition()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(await condition()).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(await condition()).not.toBe(before)
    expect(emulator.clock.now()).toBe(START + 2_000)
  })

  it('lets what a timer does see the world of its own time', async () => {
    vi.useFakeTimers()
    const emulator = createEmulator()
    emulator.clock.follow(vi)
    const seen: number[] = []
    for (const wait of [100, 5_000]) setTimeout(() => seen.push(emulator.clock.now() - START), wait)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen).toEqual([100, 5_000])
  })

  it('refuses to be advanced by itself, and stands still again once stopped', () => {
    vi.useFakeTimers()
    const emulator = createEmulator()
    const following = emulator.clock.follow(vi)
    expect(() => emulator.clock.advance('1s')).toThrow('the clock follows the timers of the test')
    vi.advanceTimersByTime(500)
    following.stop()
    vi.advanceTimersByTime(500)
    expect(emulator.clock.now()).toBe(START + 500)
    emulator.clock.advance('1s')
    expect(emulator.clock.now()).toBe(START + 1_500)
  })

  it('goes on from the restored time, and leaves a fork its own clock', () => {
    vi.useFakeTimers()
    const emulator = createEmulator()
    emulator.clock.follow(vi)
    const fork = emulator.fork()
    vi.advanceTimersByTime(500)
    expect([emulator.clock.now(), fork.clock.now()]).toEqual([START + 500, START])
    emulator.reset()
    vi.advanceTimersByTime(1)
    expect(emulator.clock.now()).toBe(START + 1)
  })

  it('follows jest by its own name for the time', () => {
    let now = 5
    const emulator = createEmulator()
    emulator.clock.follow({ now: () => now, getRealSystemTime: () => 0 })
    now = 105
    expect(emulator.clock.now()).toBe(START + 100)
  })

  it('refuses timers that fake no Date, and anything else', () => {
    const emulator = createEmulator()
    expect(() => emulator.clock.follow(vi)).toThrow('the timers do not fake Date: call vi.useFakeTimers() before')
    expect(() => emulator.clock.follow({} as never)).toThrow('expected vi of vitest, or jest')
  })
})

describe("clock: '60x'", () => {
  it('follows real time at that rate', () => {
    let now = 1_000
    const emulator = createEmulator({ clock: '60x', real: { now: () => now } })
    now += 1_000
    expect(emulator.clock.now()).toBe(START + 60_000)
    emulator.clock.advance('1h')
    now += 1
    expect(emulator.clock.now()).toBe(START + 60_000 + 3_600_000 + 60)
    const fork = emulator.fork()
    now += 1
    expect(fork.clock.now()).toBe(emulator.clock.now())
  })

  it.each(['0x', '60', 'x60', '-1x', 'fast'])('refuses %j', (clock) => {
    expect(() => createEmulator({ clock: clock as '60x' })).toThrow(
      "clock: expected 'virtual', 'real', or a rate such as '60x'",
    )
  })
})
