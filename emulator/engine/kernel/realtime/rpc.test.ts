import { describe, expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions, type TriggerInput } from '../../../index.ts'
import { hostOf } from '../../../host/instance-of.ts'
import type { Host } from '../host.ts'
import { openSession } from './session.ts'

const list = 'workflow.list_sessions'
const acme = { org_id: 'acme' }

/** One call on a socket of its own. */
function callOn(host: Host, method: string, params?: unknown, query = '?api_key=svc-key-ada-admin') {
  const sent: string[] = []
  const session = openSession(host, { url: `/v1/realtime${query}`, send: (text) => sent.push(text), close: () => {} })
  session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  // oxlint-disable-next-line typescript/no-explicit-any
  return JSON.parse(sent[0]!) as any
}

function calling(method: string, params?: unknown, options: EmulatorOptions = {}, ...actions: TriggerInput['do'][]) {
  const emulator = createEmulator(options)
  for (const action of actions) emulator.triggers.add({ when: { command: list }, do: action } as TriggerInput)
  const answer = callOn(hostOf(emulator), method, params)
  return { answer, emulator, entry: emulator.journal.entries().at(-1)! }
}

describe('an answer that something in front of the service gave', () => {
  it.each<[unknown, unknown]>([
    [{ status: 204 }, {}],
    [{ status: 200, body: { status: 'success', sessions: [] } }, { sessions: [] }],
    [{ status: 399, body: 'moved' }, 'moved'],
    [{ status: 200, body: [1] }, [1]],
    [{ status: 200, body: null }, null],
    [{ status: 200, body: 5 }, 5],
  ])('%j below 400 is a result', (fail, result) => {
    expect(calling(list, acme, {}, { fail } as TriggerInput['do']).answer).toEqual({ jsonrpc: '2.0', id: 1, result })
  })

  it('is an error from 400 on', () => {
    expect(calling(list, acme, {}, { fail: { status: 400, body: 'bad' } }).answer.error).toMatchObject({
      code: -32603,
      data: { error: 'internal_error' },
    })
  })
})

/** Parameters of so many fields. */
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))
/** Arrays in arrays, so many levels of them. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('a refusal', () => {
  it('by a trigger rests on nothing but how refusals are answered', () => {
    const { entry } = calling(list, acme, {}, { fail: { error: 'forbidden' } })
    expect([entry.clauses, entry.assumptions]).toEqual([
      ['realtime.speaks-json-rpc-2', 'realtime.answers-result-or-error'],
      ['A-57'],
    ])
  })

  it('of a known method is no unknown method', () => {
    expect(calling(list, acme, {}, { fail: { error: 'endpoint_not_found' } }).answer.error.data).toEqual({
      error: 'endpoint_not_found',
    })
  })

  it('of the triggers after the handler takes the place of its answer', () => {
    const emulator = createEmulator()
    emulator.triggers.add({ when: { command: list }, do: { delay: 1 } })
    const host: Host = {
      ...hostOf(emulator),
      interceptor: {
        arrive: () => [],
        held() {},
        before() {},
        after() {
          throw new Error('a defect')
        },
      },
    }
    expect(callOn(host, list, acme).error.data).toEqual({ error: 'internal_error' })
  })

  it.each<[string, unknown, string]>([
    ['an array', ['acme'], `${list} takes its parameters by name: send an object, not an array.`],
    ['too many fields', fields(10_001), 'The message holds an object with more than 10,000 fields.'],
    ['parameters that nest too deep', { org_id: nested(512) }, 'The parameters nest deeper than 512 levels.'],
  ])('of %s says so', (_, params, message) => {
    expect(calling(list, params).answer.error).toEqual({
      code: -32602,
      message,
      data: { error: 'invalid_request_body' },
    })
  })

  it.each([
    [fields(10_000), /^org_id: missing.*; f0: unknown field/],
    [{ org_id: nested(511) }, /^org_id: expected string/],
  ])('looks at as many fields and levels as may be', (params, message) => {
    expect(calling(list, params).answer.error.message).toMatch(message)
  })
})

describe('the journal', () => {
  it.each<[string, unknown, unknown]>([
    [list, acme, acme],
    ['nothing', acme, acme],
    ['nothing', undefined, {}],
    ['nothing', ['acme'], {}],
  ])('has the parameters of %s with %j', (method, params, kept) => {
    expect(calling(method, params).entry.request.body).toEqual(kept)
  })

  it('has the status that the answer would have over HTTP, and the faults only of one that has some', () => {
    expect(calling(list, acme).entry.response).toMatchObject({ status: 200 })
    expect(calling('nothing').entry.response).toMatchObject({ status: 404 })
    expect(calling(list, acme).entry.response).not.toHaveProperty('faults')
    expect(calling(list, acme, {}, { duplicate: true }).entry.response).toMatchObject({
      status: 200,
      faults: [{ duplicate: true }],
    })
  })

  it('is not needed, nor are triggers', () => {
    const host: Host = { ...hostOf(createEmulator()), journal: undefined, interceptor: undefined }
    expect(callOn(host, list, acme)).toHaveProperty('result.sessions')
    expect(callOn(host, 'nothing')).toHaveProperty('error')
  })
})

describe('a world that breaks a statement', () => {
  it('refuses the call', () => {
    const { answer } = calling(list, acme, { broken: ['service.realtime-carries-workflow'] })
    expect(answer.error.data).toMatchObject({ error: 'endpoint_not_found' })
  })

  it('does it with other parameters', () => {
    const params = { ...acme, limit: 5 }
    expect(calling(list, params).answer).toHaveProperty('error')
    expect(calling(list, params, { broken: ['pagination.record.limit-refused'] }).answer).toHaveProperty(
      'result.sessions',
    )
  })
})

describe('a number of a call that cannot be kept', () => {
  const put = (id: number, value: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"workflow.put_session_object","params":{"session_id":"run-01","key":"n${id}","value":${value}}}`
  const send = (text: string) => {
    const emulator = createEmulator()
    const sent: string[] = []
    const url = '/v1/realtime?api_key=svc-key-ada-admin'
    openSession(hostOf(emulator), { url, send: (answer) => sent.push(answer), close: () => {} }).receive(text)
    return { emulator, answers: [JSON.parse(sent[0]!)].flat() }
  }

  it('is refused with its place in the parameters', () => {
    const { answers, emulator } = send(put(1, '{"a":[1e999]}'))
    expect(answers[0].error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('value.a[0]: the number 1e999 cannot be kept'),
      data: { error: 'invalid_request_body' },
    })
    const entry = emulator.journal.entries().at(-1)!
    expect(entry.assumptions).toContain('A-342')
    // Shown as it was sent: a double would be Infinity, which JSON writes as null.
    expect(entry.request!.body).toMatchObject({ value: { a: ['1e999'] } })
  })

  it('is refused in the call of a batch that has it, and in no other', () => {
    const { answers, emulator } = send(`[${put(1, '1')},${put(2, '9007199254740993')},${put(3, '3')}]`)
    expect(answers.map((answer) => 'error' in answer)).toEqual([false, true, false])
    expect(emulator.world.objects.list().filter(({ key }) => /^n\d$/.test(key))).toHaveLength(2)
  })
})

describe('an id that a double would round', () => {
  const ask = (options: EmulatorOptions, frame: string): [text: string, assumptions: readonly string[]] => {
    const emulator = createEmulator(options)
    let received = ''
    const url = '/v1/realtime?api_key=svc-key-ada-admin'
    emulator.connect({ url, send: (text) => (received = text), close: () => {} }).receive(frame)
    return [received, emulator.journal.entries().at(-1)!.assumptions]
  }
  const call = (params: object) =>
    `{"jsonrpc":"2.0","id":9007199254740993,"method":"${list}","params":${JSON.stringify(params)}}`

  it.each<[string, EmulatorOptions, object]>([
    ['a result', {}, acme],
    ['a refusal', {}, {}],
    ['a varied refusal', { settings: { unspecified: 'vary' } }, {}],
    ['an answer that is decided otherwise', { settings: { otherwise: ['A-57/1'] } }, {}],
    ['an answer that is broken', { settings: { broken: ['pagination.record.last-id-in-response'] } }, acme],
  ])('is that of %s, which rests on A-383', (_, options, params) => {
    const [text, assumptions] = ask(options, call(params))
    expect(text).toMatch(/,"id":9007199254740993\}$/)
    expect(assumptions).toContain('A-383')
  })
})
