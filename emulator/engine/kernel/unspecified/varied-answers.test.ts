import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import { hostOf } from '../../../host/instance-of.ts'
import { createEmulator } from '../../../index.ts'
import { assumed, recordView } from '../unit/assumed.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'
import { Variation } from './variation.ts'
import { variedProse, variedResult, variedRpcCode, variedStatus, variedSuccess } from './vary.ts'

/** Every different value that the draws of many requests give. */
function drawn<T>(draw: (variation: Variation) => T): Set<T> {
  return new Set(Array.from({ length: 300 }, (_, request) => draw(new Variation(5, request))))
}

const statuses = (code: ErrorCode) => drawn((variation) => variedStatus(variation, new ApiError(code)))

describe('the status of a refusal', () => {
  it('is another one of its class where none is stated', () => {
    expect(statuses('invalid_cursor')).toEqual(new Set([400, 406, 409, 412, 422]))
    expect(statuses('internal_error')).toEqual(new Set([500, 502, 503]))
  })

  it('stays where the specification states it, for wrong credentials, and for what the emulator refuses by itself', () => {
    expect(statuses('forbidden')).toEqual(new Set([403]))
    expect(statuses('unauthenticated')).toEqual(new Set([errors.unauthenticated.status]))
    expect(statuses('unspecified_behaviour')).toEqual(new Set([501]))
  })
})

it('answers success with some 2xx, and with 200 where the specification says so or something is read', () => {
  const of = (unit: Partial<Unit>) => drawn((variation) => variedSuccess(variation, unit as Unit))
  expect(of({ method: 'POST' })).toEqual(new Set([200, 201, 202]))
  expect(of({ method: 'GET' })).toEqual(new Set([200]))
  expect(of({ method: 'POST', verdict: true } as Partial<Unit>)).toEqual(new Set([200]))
})

it('says a refusal in four ways', () => {
  const failure = new ApiError('revision_not_failed', 'Said here.')
  expect(drawn((variation) => variedProse(variation, failure))).toEqual(
    new Set(['Said here.', errors.revision_not_failed.message, 'Request refused (revision not failed).', '…']),
  )
})

it('varies codes of JSON-RPC only within the range of servers', () => {
  const codes = drawn((variation) => variedRpcCode(variation, -32000))
  expect(codes.size).toBeGreaterThan(50)
  expect([Math.max(...codes) <= -32000, Math.min(...codes) > -32100]).toEqual([true, true])
  for (const assumed of [-32602, -32603]) {
    const drawnCodes = drawn((variation) => variedRpcCode(variation, assumed))
    expect(drawnCodes.has(assumed)).toBe(true)
    expect([...drawnCodes].every((code) => code === assumed || (code <= -32000 && code > -32100))).toBe(true)
    expect(drawnCodes.size).toBeGreaterThan(20)
  }
  expect(drawn((variation) => variedRpcCode(variation, -32601))).toEqual(new Set([-32601]))
})

/** A member of the starter world, and how this seed writes its id. */
const MEMBER = '00000000-0000-4000-8000-000000000901'
const WRITTEN = 'mbr_00000000000040008000000000000901'

interface Asked {
  readonly request?: number
  readonly omits?: boolean
}

function answer(
  unit: object,
  result: Record<string, unknown>,
  { request = 1, omits = true }: Asked = {},
): Record<string, unknown> {
  const { world } = hostOf(createEmulator({ seed: 3, settings: { unspecified: 'vary', omit_fields: omits } }))
  return variedResult(
    { world, variation: new Variation(3, request) } as Exchange,
    { returns: {}, ...unit } as Unit,
    result,
  )
}

const overRequests = <T>(make: (request: number) => T): T[] => Array.from({ length: 40 }, (_, request) => make(request))

describe('the fields of an answer', () => {
  const returns = { shown: v.string(), guessed: assumed(v.string(), 'A-7') }
  const result = { shown: 'a', guessed: 'b' }

  it('are left out now and then where an assumption alone gives them, unless the settings keep them', () => {
    expect(
      new Set(
        overRequests((request) =>
          Object.keys(answer({ returns }, result, { request }))
            .toSorted()
            .join(),
        ),
      ),
    ).toEqual(new Set(['shown', 'guessed,shown']))
    expect(
      new Set(overRequests((request) => Object.keys(answer({ returns }, result, { request, omits: false })).length)),
    ).toEqual(new Set([2]))
  })

  it('come in any order', () => {
    expect(
      new Set(overRequests((request) => Object.keys(answer({}, { a: 1, b: 2, c: 3 }, { request })).join())).size,
    ).toBe(6)
  })

  it('keep values that are no records, and write ids as the seed has them', () => {
    const bytes = new Uint8Array([1, 2])
    expect(answer({}, { id: MEMBER, count: 2, none: null, bytes, list: [1, null, 'x', [3]] })).toEqual({
      id: WRITTEN,
      count: 2,
      none: null,
      bytes,
      list: [1, null, 'x', [3]],
    })
  })

  it('are the members of a map by name, which gets no others', () => {
    for (const map of overRequests(
      (request) => answer({}, { limits: { id: MEMBER, name: MEMBER, org_id: 5, max: 3 } }, { request })['limits'],
    )) {
      expect(map).toEqual({ id: WRITTEN, name: MEMBER, org_id: 5, max: 3 })
    }
  })
})

describe('a record of an answer', () => {
  const record = recordView(
    'Member',
    { id: v.string(), user_id: v.string(), etag: v.string(), note: v.string() },
    ['id', 'etag'],
    ['A-7'],
  )
  const returns = { member: record }
  const result = { member: { id: MEMBER, user_id: MEMBER, etag: 'mine', note: MEMBER } }

  it('keeps what is documented, writes ids alone as the seed has them, and has the same fields at each answer', () => {
    const answers = overRequests(
      (request) => answer({ returns }, result, { request, omits: false })['member'] as Record<string, unknown>,
    )
    for (const { id, user_id: user, etag, note } of answers)
      expect({ id, user, etag, note }).toEqual({ id: WRITTEN, user: WRITTEN, etag: 'mine', note: MEMBER })
    expect(new Set(answers.map((member) => Object.keys(member).toSorted().join())).size).toBe(1)
    expect(new Set(answers.map((member) => Object.keys(member).join())).size).toBeGreaterThan(5)
  })

  it('has none of the fields that the record did not have', () => {
    const { member } = answer({ returns }, { member: { id: MEMBER } }, { omits: false }) as { member: object }
    expect(Object.keys(member)).not.toContain('note')
  })

  it('differs by record in what is left out and what comes beside it', () => {
    const shapes = Array.from({ length: 40 }, (_, n) => {
      const { member } = answer({ returns }, { member: { id: `m${n}`, user_id: 'u', etag: 'mine', note: 'x' } }) as {
        member: object
      }
      return Object.keys(member).toSorted().join()
    })
    expect(new Set(shapes).size).toBeGreaterThan(10)
  })
})

describe('the records of a listing', () => {
  const item = recordView('Item', { id: v.string(), text: v.string() }, ['id'], ['A-7'])
  const returns = { items: v.array(item) }
  const items = Array.from({ length: 30 }, (_, n) => ({ id: `i${n}`, text: 'x'.repeat(200) }))
  const sizes = (kind: string) =>
    (answer({ returns, page: { kind } }, { items })['items'] as object[]).map((each) => JSON.stringify(each).length)
  const size = (n: number) => JSON.stringify(items[n]).length

  it.each(['unpaginated', 'complete'])('keep their size where the listing is whole (%s)', (kind) => {
    const given = sizes(kind)
    expect(given.every((each, n) => each >= size(n))).toBe(true)
    expect(given.some((each, n) => each === size(n))).toBe(true)
  })

  it('lose what is left out where it has pages', () => {
    expect(sizes('opaque').some((each, n) => each < size(n) - 200)).toBe(true)
  })
})

it('draws integers below a bound, every order of a list, and numbers around another', () => {
  expect(drawn((variation) => variation.below(4))).toEqual(new Set([0, 1, 2, 3]))
  expect(drawn((variation) => variation.shuffled(['a', 'b', 'c']).join(''))).toEqual(
    new Set(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']),
  )
  const around = [...drawn((variation) => variation.roughly(1_000))]
  expect([Math.min(...around) >= 955, Math.max(...around) <= 1_040, around.length > 50]).toEqual([true, true, true])
  expect(drawn((variation) => variation.roughly(0))).toEqual(new Set([1]))
})
