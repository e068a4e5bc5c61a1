import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchText, errorText, reply, resultText, type RpcCall } from './json-rpc.ts'

/** The methods that the specification's own examples call. */
const methods: Record<string, (params: unknown) => unknown> = {
  subtract: (params) =>
    Array.isArray(params)
      ? params[0] - params[1]
      : (params as Numbers)['minuend']! - (params as Numbers)['subtrahend']!,
  sum: (params) => (params as number[]).reduce((sum, value) => sum + value, 0),
  get_data: () => ['hello', 5],
  update: () => 'never seen',
  notify_hello: () => 'never seen',
  notify_sum: () => 'never seen',
}

type Numbers = Record<string, number>

function run({ id, method, params }: RpcCall): string | undefined {
  const answer =
    methods[method] === undefined
      ? errorText(id ?? 'null', { code: -32601, message: 'Method not found' })
      : resultText(id ?? 'null', methods[method](params))
  return id === undefined ? undefined : answer
}

const batchCalls = 200

function answer(text: string): string | undefined {
  const { batch, answers } = reply<string | undefined>(text, {
    batchCalls,
    takesNull: () => false,
    run,
    refuse: errorText,
  })
  return batch ? batchText(answers.filter((each) => each !== undefined)) : answers[0]
}

const invalid = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}'
const unparsed = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'

// https://www.jsonrpc.org/specification#examples, in its order.
const published: [what: string, sent: string, received: string | undefined][] = [
  [
    'positional parameters',
    '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
    '{"jsonrpc":"2.0","result":19,"id":1}',
  ],
  [
    'positional parameters, the other way round',
    '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
    '{"jsonrpc":"2.0","result":-19,"id":2}',
  ],
  [
    'named parameters',
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    '{"jsonrpc":"2.0","result":19,"id":3}',
  ],
  [
    'named parameters in another order',
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    '{"jsonrpc":"2.0","result":19,"id":4}',
  ],
  ['a notification', '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', undefined],
  ['a notification of an unknown method', '{"jsonrpc": "2.0", "method": "foobar"}', undefined],
  [
    'a call of a method that does not exist',
    '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"1"}',
  ],
  ['a call that is no JSON', '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', unparsed],
  ['a call that is no Request object', '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', invalid],
  [
    'a batch that is no JSON',
    '[\n  {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},\n  {"jsonrpc": "2.0", "method"\n]',
    unparsed,
  ],
  ['an empty array', '[]', invalid],
  ['a batch that is invalid but not empty', '[1]', `[${invalid}]`],
  ['an invalid batch', '[1,2,3]', `[${invalid},${invalid},${invalid}]`],
  [
    'a batch of everything',
    `[
      {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
      {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
    ]`,
    `[{"jsonrpc":"2.0","result":7,"id":"1"},{"jsonrpc":"2.0","result":19,"id":"2"},${invalid},` +
      '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"5"},{"jsonrpc":"2.0","result":["hello",5],"id":"9"}]',
  ],
  [
    'a batch of notifications',
    '[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]}, {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
    undefined,
  ],
]

describe('the examples of the JSON-RPC 2.0 specification', () => {
  it.each(published)('%s', (_, sent, received) => expect(answer(sent)).toBe(received))
})

describe('ids', () => {
  it.each([
    '""',
    '"a"',
    '"1"',
    '0',
    '-1',
    '-0',
    '1.0',
    '1.50',
    '1e3',
    '1E+3',
    '1e400',
    '9007199254740993',
    '123456789012345678901234567890',
    '0.1234567890123456789',
    'null',
    '"é\\n\\""',
    '"\\u0061"',
  ])('%s is answered as it was written', (id) => {
    const result = (written: string) => `{"jsonrpc":"2.0","result":["hello",5],"id":${written}}`
    const refused = (written: string) => invalid.replace('null', () => written)
    const call = (written: string) => `{"id": ${written} , "jsonrpc":"2.0","method":"get_data"}`
    const wrong = (written: string) => `{"jsonrpc":"2.0","params":{"id":7},"method":1,"id":${written}}`
    expect(answer(call(id))).toBe(result(id))
    expect(answer(wrong(id))).toBe(refused(id))
    expect(answer(` [ ${call(id)}, 5, ${wrong(id)} ,${call('2.0')}]`)).toBe(
      `[${result(id)},${invalid},${refused(id)},${result('2.0')}]`,
    )
  })

  it('is the last one where it comes twice, whatever its key is escaped as', () => {
    const text = '{"id":1.0,"jsonrpc":"2.0","method":"get_data","params":{"id":3.0},"i\\u0064":2.0}'
    expect(answer(text)).toBe('{"jsonrpc":"2.0","result":["hello",5],"id":2.0}')
  })

  it.each([true, {}, [1]])('%j is no id', (id) => {
    expect(answer(JSON.stringify({ jsonrpc: '2.0', method: 'get_data', id }))).toBe(invalid)
  })

  it('is answered with an invalid request where it could be told', () => {
    expect(answer('{"jsonrpc":"2.0","method":1,"id":7}')).toBe(invalid.replace('null', '7'))
  })
})

describe('what is no Request object', () => {
  it.each([
    '1',
    '"text"',
    'null',
    'true',
    '{}',
    '[[]]',
    '{"jsonrpc":"1.0","method":"get_data","id":null}',
    '{"method":"get_data","id":null}',
    '{"jsonrpc":"2.0","id":null}',
    '{"jsonrpc":"2.0","method":"get_data","params":null}',
    '{"jsonrpc":"2.0","method":"get_data","params":5}',
  ])('%s', (text) => expect(answer(text)).toBe(text.startsWith('[') ? `[${invalid}]` : invalid))
})

it('refuses a batch with more calls than it takes, and runs none of them', () => {
  const calls = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', method: 'get_data', id })))
  expect(JSON.parse(answer(calls(batchCalls))!)).toHaveLength(batchCalls)
  expect(JSON.parse(answer(calls(batchCalls + 1))!)).toMatchObject({
    error: { code: -32600, data: { error: 'limit_exceeded', limit: { name: 'batch_calls', max: batchCalls } } },
    id: null,
  })
})

it('writes a result with its id, whatever characters either holds', () => {
  const id = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null))
  fc.assert(
    fc.property(id, fc.jsonValue(), (given, result) => {
      expect(JSON.parse(resultText(JSON.stringify(given), result))).toEqual(
        JSON.parse(JSON.stringify({ jsonrpc: '2.0', result, id: given })),
      )
    }),
  )
})
