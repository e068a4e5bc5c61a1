import { describe, expect, it } from 'vitest'
import { wideLimits } from './client.ts'
import { Deadline } from './deadline.ts'
import type { TryEvent } from './events.ts'
import { yieldToTimers } from './real-time.ts'
import type { Seen, Subject } from './subject.ts'
import type { How } from './how.ts'
import { tryVariants } from './try-variants.ts'
import type { Variant } from './variant.ts'

const variant = (id: string): Variant => ({ id, says: id, statements: [], overlay: { seed: Number(id) } })
const saw = (said: string): Seen => ({ end: 'succeeded', said, met: () => new Map(), altered: () => new Set() })
const tell = (event: TryEvent<Variant, string>): string =>
  event.kind === 'tried' ? `${event.variant.id} ${event.result}` : `${event.variant.id} ${event.why}`

async function tried(
  run: Subject['run'],
  ids: readonly string[],
  { isInProcess = false, ...how }: Partial<How<Variant, string>> & { isInProcess?: boolean } = {},
): Promise<string[]> {
  const all = tryVariants<Variant, string, Seen>({ name: 'it', isInProcess, run }, ids.map(variant), {
    deadline: new Deadline(undefined, undefined),
    limits: () => wideLimits(1_000),
    judge: (_, seen) => seen.said,
    ...how,
  })
  const events: string[] = []
  let done = 0
  for await (const event of all) {
    events.push(tell(event))
    if (event.kind === 'tried') expect(event).toMatchObject({ done: ++done })
  }
  return events
}

const number = async ({ seed }: { seed?: number }): Promise<Seen> => saw(`ran ${seed}`)

describe('tryVariants', () => {
  it('runs each variant with its overlay', async () => {
    expect(await tried(number, ['1', '2', '3'])).toEqual(['1 ran 1', '2 ran 2', '3 ran 3'])
  })

  it('runs as many at a time as there are jobs', async () => {
    let [running, most] = [0, 0]
    const run: Subject['run'] = async (overlay) => {
      most = Math.max(most, ++running)
      await yieldToTimers()
      running--
      return number(overlay)
    }
    await tried(run, ['1', '2', '3', '4', '5'], { jobs: 2, waitsAfterMs: undefined })
    expect(most).toBe(2)
  })

  it('tries what a result gives rise to', async () => {
    const more: How<Variant, string>['more'] = ({ variant: { id } }) => (id === '1' ? [variant('7')] : [])
    expect(await tried(number, ['1', '2'], { more })).toEqual(['1 ran 1', '2 ran 2', '7 ran 7'])
  })

  it('repeats alone what others may have disturbed, and says only what was seen then', async () => {
    let running = 0
    const run: Subject['run'] = async ({ seed }) => {
      running++
      await yieldToTimers()
      const isAlone = running === 1
      await yieldToTimers()
      running--
      return saw(isAlone || seed === 1 ? 'fine' : 'disturbed')
    }
    const events = await tried(run, ['1', '2', '3'], {
      jobs: 3,
      isDoubtful: ({ result }) => result === 'disturbed',
      nameResult: ({ result }) => result,
    })
    expect(events.toSorted()).toEqual(['1 fine', '2 fine', '3 fine'])
  })

  it.each([true, false])('counts what was under way at its end as not asked (in process: %s)', async (isInProcess) => {
    const stop = new AbortController()
    const run: Subject['run'] = (overlay, _, signal) => {
      if (overlay.seed === 1) return number(overlay)
      stop.abort()
      return isInProcess ? new Promise(() => {}) : Promise.resolve(saw(signal!.aborted ? 'ended' : 'not ended'))
    }
    const deadline = new Deadline(undefined, stop.signal)
    expect(await tried(run, ['1', '2', '3'], { isInProcess, deadline })).toEqual(['1 ran 1', '2 stopped', '3 stopped'])
  })

  it('ends with its budget, and says so', async () => {
    const deadline = new Deadline(20, undefined)
    const run: Subject['run'] = (overlay) => (overlay.seed === 1 ? number(overlay) : new Promise(() => {}))
    expect(await tried(run, ['1', '2', '3'], { isInProcess: true, deadline })).toEqual([
      '1 ran 1',
      '2 budget',
      '3 budget',
    ])
  })

  it('throws what a judge throws', async () => {
    const judge = (): never => {
      throw new Error('no judge')
    }
    await expect(tried(number, ['1'], { judge })).rejects.toThrow('no judge')
  })
})
