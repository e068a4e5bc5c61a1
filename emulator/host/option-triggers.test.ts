import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin' }
const ask = (emulator: Emulator) => emulator.fetch('/v1/users/me', { headers })
async function statuses(emulator: Emulator, times: number): Promise<number[]> {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push((await ask(emulator)).status)
  return found
}

describe('rateLimit', () => {
  it('answers 429 with Retry-After beyond the rate, until world time has moved (A-330)', async () => {
    const emulator = createEmulator({ rateLimit: '2/m' })
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429])
    const refused = await ask(emulator)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toEqual({
      status: 'failure',
      error: 'rate_limited',
      message: 'The rate limit of 2/m is reached. Wait as long as Retry-After says.',
    })
    emulator.clock.advance('29s')
    expect((await ask(emulator)).headers.get('retry-after')).toBe('1')
    emulator.clock.advance('1s')
    expect(await statuses(emulator, 2)).toEqual([200, 429])
    emulator.clock.advance('1h')
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429])
    expect(emulator.journal.entries().map(({ triggers }) => triggers)).toContainEqual(['rate-limit'])
    expect(emulator.journal.entries().find(({ response }) => response?.status === 429)).toMatchObject({
      clauses: [],
      assumptions: ['A-330'],
    })
    expect(emulator.triggers.list()[0]).toMatchObject({ name: 'rate-limit', matched: 10, fired: 5 })
  })

  it('does not do the work of a request beyond the rate', async () => {
    const emulator = createEmulator({ rateLimit: '1/s' })
    await ask(emulator)
    const { length } = emulator.export().tables['orgs']!
    const body = JSON.stringify({ name: 'Tools', alias: 'tools' })
    const create = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
    expect((await emulator.fetch('/v1/orgs', create)).status).toBe(429)
    expect(emulator.export().tables['orgs']).toHaveLength(length)
  })

  it('has its allowance in forks, snapshots and exported states, and again after a reset', async () => {
    const emulator = createEmulator({ rateLimit: '2/s' })
    expect(await statuses(emulator, 1)).toEqual([200])
    expect(await statuses(emulator.fork(), 2)).toEqual([200, 429])
    const exported = JSON.parse(JSON.stringify(emulator.export())) as object
    expect(await statuses(createEmulator({ state: exported }), 2)).toEqual([200, 429])
    const again = createEmulator({ state: exported, rateLimit: '5/s' })
    expect(again.triggers.list().map(({ trigger }) => trigger.when.above)).toEqual(['5/s'])
    expect(await statuses(emulator, 2)).toEqual([200, 429])
    emulator.reset()
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429])
  })
})

describe('above, in a trigger', () => {
  it('acts on the matches beyond the rate, in its own way', async () => {
    const emulator = createEmulator()
    emulator.triggers.add({
      when: { endpoint: 'GET /users/me', above: '1/s' },
      do: { fail: { status: 503, headers: { 'Retry-After': '7' } } },
    })
    expect(await statuses(emulator, 2)).toEqual([200, 503])
    expect((await ask(emulator)).headers.get('retry-after')).toBe('7')
    expect((await emulator.fetch('/v1/orgs/acme', { headers })).status).toBe(200)
  })

  it('says how a rate is written', () => {
    expect(() =>
      createEmulator().triggers.add({ when: { endpoint: '*', above: 'often' }, do: { drop: true } }),
    ).toThrow('when.above: expected a rate such as 5/s, 100/m or 10/30s')
  })
})

describe('delay', () => {
  afterEach(() => void vi.useRealTimers())

  /** Delays of ten answers, in milliseconds. */
  async function delays(options: Parameters<typeof createEmulator>[0]): Promise<number[]> {
    vi.useFakeTimers()
    const emulator = createEmulator(options)
    const found: number[] = []
    for (let n = 0; n < 10; n++) {
      const sent = Date.now()
      const waited = ask(emulator).then(({ status }) => (status === 200 ? Date.now() - sent : NaN))
      // Not all timers: those of other files that share the worker may go on for ever.
      await vi.advanceTimersByTimeAsync(2_000)
      found.push(await waited)
    }
    return found
  }

  it('makes every answer wait', async () => {
    expect(await delays({ delay: '200ms' })).toEqual(Array(10).fill(200))
  })

  it('draws each wait of a range from the seed', async () => {
    const drawn = await delays({ delay: '50ms..2s' })
    expect(new Set(drawn).size).toBeGreaterThan(5)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(2_000)
    expect(await delays({ delay: '50ms..2s' })).toEqual(drawn)
    expect(await delays({ delay: '50ms..2s', seed: 2 })).not.toEqual(drawn)
  })

  it.each([
    [
      { delay: 'soon' },
      "delay: expected a duration such as '200ms', or two: '50ms..2s', '80ms~2s', got string \"soon\"",
    ],
    [
      { delay: '2s..1s' },
      "delay: expected a duration such as '200ms', or two: '50ms..2s', '80ms~2s', got string \"2s..1s\"",
    ],
    [{ rateLimit: '5' }, "rateLimit: expected a rate such as '5/s', '100/m' or '10/30s', got string \"5\""],
  ])('%j is refused', (options, message) => {
    expect(() => createEmulator(options)).toThrow(message)
  })
})
