import { describe, expect, it } from 'vitest'
import { cannotShow } from '../../faults/definition.ts'
import type { Connection } from './connection.ts'
import { batchText } from './json-rpc.ts'
import { Outbox } from './outbox.ts'

const nowhere = cannotShow('nothing here can')

/** An outbox whose delays end by hand, and what left it: texts, and how it ended. */
function outboxOn(powers: { [Power in keyof Connection]?: Connection[Power] | undefined } = {}) {
  const seen: unknown[] = []
  const delays: number[] = []
  const waiting: (() => void)[] = []
  const outbox = new Outbox({
    url: '',
    send: (text) => seen.push(text),
    close: (code, reason) => seen.push({ code, reason }),
    wait(milliseconds, then) {
      delays.push(milliseconds)
      waiting.push(then)
    },
    ...powers,
  } as Connection)
  return { outbox, seen, delays, ring: () => waiting.shift()!() }
}

describe('a delayed answer', () => {
  it('holds up those behind it, which leave in their order', () => {
    const { outbox, seen, delays, ring } = outboxOn()
    outbox.send('first', [{ delay: '1s' }])
    outbox.send('second')
    outbox.send('third')
    expect([seen, delays]).toEqual([[], [1000]])
    ring()
    outbox.send('fourth')
    expect([seen, delays]).toEqual([['first', 'second', 'third', 'fourth'], [1000]])
  })

  it('holds up those behind it anew, when it waited itself', () => {
    const { outbox, seen, delays, ring } = outboxOn()
    outbox.send('first', [{ delay: 1 }])
    outbox.send('second', [{ delay: 2 }])
    outbox.send('third')
    ring()
    expect([seen, delays]).toEqual([['first'], [1, 2]])
    ring()
    expect(seen).toEqual(['first', 'second', 'third'])
  })

  it.each([[undefined], [nowhere]])('leaves at once where there is nothing to wait with (%j)', (wait) => {
    const { outbox, seen } = outboxOn({ wait })
    outbox.send('first', [{ delay: '1s' }])
    expect(seen).toEqual(['first'])
  })

  it('never leaves when the connection is over by then, nor does what is behind it', () => {
    const { outbox, seen, ring } = outboxOn()
    outbox.send('first', [{ delay: '1s' }])
    outbox.send('second')
    outbox.end()
    outbox.send('third')
    ring()
    expect(seen).toEqual([])
  })
})

describe('an answer that is kept', () => {
  it('leaves once, behind the next that is sent', () => {
    const { outbox, seen } = outboxOn()
    outbox.send('first', [{ reorder: true }])
    outbox.send('second', [{ reorder: true }])
    outbox.send(undefined)
    outbox.send('held', [{ lose_response: true }])
    expect(seen).toEqual([])
    outbox.send('third')
    outbox.send('fourth')
    expect(seen).toEqual(['third', 'first', 'second', 'fourth'])
  })

  it('leaves behind the others of its batch', () => {
    const { outbox, seen } = outboxOn()
    outbox.sendBatch(
      [
        { text: '1', faults: [{ reorder: true }] },
        { text: undefined, faults: undefined },
        { text: '2', faults: undefined },
      ],
      batchText,
    )
    expect(seen).toEqual(['[2,1]'])
  })
})

describe('a connection', () => {
  const abort = (seen: unknown[]) => () => void seen.push('abort')

  it.each([
    ['close', { close: { code: 4000, reason: 'enough' } }, { code: 4000, reason: 'enough' }],
    ['drop', { drop: true }, 'abort'],
    ['abort', { abort: true }, 'abort'],
    ['reset', { reset: true }, 'reset'],
  ] as const)('ends by %s', (_, fault, end) => {
    const ends: unknown[] = []
    const { outbox, seen } = outboxOn({
      close: (code, reason) => ends.push({ code, reason }),
      abort: abort(ends),
      reset: () => ends.push('reset'),
    })
    expect(outbox.over).toBe(false)
    outbox.send('first', [fault])
    expect([outbox.over, ends]).toEqual([true, [end]])
    outbox.send('second')
    outbox.close(1000, '')
    expect([seen, ends]).toEqual([[], [end]])
  })

  it.each([[undefined], [nowhere]])(
    'is aborted where there is no reset, and closed where there is neither (%j)',
    (none) => {
      const ends: unknown[] = []
      outboxOn({ abort: abort(ends), reset: none }).outbox.send('first', [{ reset: true }])
      const { outbox, seen } = outboxOn({ abort: none, reset: none })
      outbox.send('first', [{ reset: true }])
      const other = outboxOn({ abort: none, reset: () => ends.push('reset') })
      other.outbox.send('first', [{ abort: true }])
      expect([ends, seen, other.seen]).toEqual([
        ['abort'],
        [{ code: 1011, reason: 'reset' }],
        [{ code: 1011, reason: 'abort' }],
      ])
    },
  )
})
