import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { changedParams, changeRequest } from './changed-request.ts'
import type { Exchange } from './exchange.ts'
import type { Unit } from './unit/definition.ts'

const text = v.optional(v.string())
const unit = {
  querySchema: v.strictObject({ cursor: text, limit: text }),
  bodySchema: v.strictObject({ name: text, alias: text }),
} as unknown as Unit

/** Changes a request and reads it. */
function changed(input: Record<string, unknown>, { url = '/v1/x', body = null as string | null, of = unit } = {}) {
  const sent = {
    method: 'POST',
    url,
    headers: ['accept', '*/*'],
    body: body === null ? null : new TextEncoder().encode(body),
  }
  const exchange = { unit: of, params: { org: 'acme', blob: 'weights' }, request: sent } as unknown as Exchange
  changeRequest(exchange, input)
  const { request, params } = exchange
  expect(request).toMatchObject({ method: 'POST', headers: ['accept', '*/*'] })
  return { params, url: request.url, body: request.body === null ? null : new TextDecoder().decode(request.body) }
}

describe('changeRequest', () => {
  it('puts each field where the unit takes it, and none that it does not take', () => {
    expect(changed({ org: 'other', cursor: 'c', name: 'n', foreign: 1 }, { body: '{"alias":"a"}' })).toEqual({
      params: { org: 'other', blob: 'weights' },
      url: '/v1/x?cursor=c',
      body: '{"alias":"a","name":"n"}',
    })
  })

  it('leaves what it does not change as it was sent', () => {
    const sent = { url: '/v1/x?limit=%31&&a', body: ' { "name" : "n" }' }
    expect(changed({ org: 'other' }, sent)).toEqual({ params: { org: 'other', blob: 'weights' }, ...sent })
    expect(changed({})).toEqual({ params: { org: 'acme', blob: 'weights' }, url: '/v1/x', body: null })
  })

  it('sets and leaves out parameters of the query', () => {
    expect(changed({ limit: 5 }, { url: '/v1/x?cursor=a&limit=1' }).url).toBe('/v1/x?cursor=a&limit=5')
    expect(changed({ limit: undefined }, { url: '/v1/x?cursor=a&limit=1' }).url).toBe('/v1/x?cursor=a')
    expect(changed({ limit: undefined }, { url: '/v1/x?limit=1' }).url).toBe('/v1/x')
    expect(changed({ limit: 1 }, { of: { ...unit, querySchema: undefined } as unknown as Unit }).url).toBe('/v1/x')
  })

  it('leaves fields out of the body, known or not', () => {
    expect(
      changed({ name: undefined, foreign: undefined }, { body: '{"name":"n","foreign":1,"alias":"a"}' }).body,
    ).toBe('{"alias":"a"}')
  })

  it.each([
    [null, '{"name":"n"}'],
    ['', '{"name":"n"}'],
    ['no JSON', 'no JSON'],
    ['{"name":9007199254740993}', '{"name":9007199254740993}'],
  ])('makes a body of %j', (body, expected) => {
    expect(changed({ name: 'n' }, { body }).body).toBe(expected)
  })
})

describe('changedParams', () => {
  it('sets fields that the unit knows, and leaves out any', () => {
    expect(
      changedParams(unit, { name: 'n', foreign: 1 }, { name: 'm', alias: 'a', foreign: undefined, limit: 1 }),
    ).toEqual({ name: 'm', alias: 'a' })
    expect(changedParams(unit, { name: 'n' }, { other: 1 })).toEqual({ name: 'n' })
  })
})
