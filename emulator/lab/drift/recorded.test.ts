import { expect, it } from 'vitest'
import type { Exchange } from '../../scenario/record/exchange.ts'
import { CallerNames, fromRecorded } from './recorded.ts'

const encoder = new TextEncoder()

function http(
  caller: Extract<Exchange, { kind: 'http' }>['caller'],
  status = 200,
  text = '{"status":"success"}',
): Exchange {
  const answer = { outcome: 'answered', status, headers: {}, bytes: encoder.encode(text) } as const
  return { kind: 'http', caller, method: 'PUT', path: '/x', headers: {}, body: encoder.encode('{"a":1}'), answer }
}

it('names each key without showing it', () => {
  const names = new CallerNames({ main: 'key-1' })
  const callers = [
    { api_key: 'key-1' },
    { bearer: 'token' },
    { api_key: 'key-2' },
    { bearer: 'token' },
    'none',
  ] as const
  const passed = callers.map((caller) => fromRecorded(http(caller), 'suite', names)!)
  expect(passed.map(({ asked }) => asked.caller.name)).toEqual(['main', 'client', 'client-2', 'client', 'none'])
  expect(passed[1]!.asked.caller.credentials).toEqual({ authorization: 'Bearer token' })
  expect(passed[0]).toMatchObject({
    asked: { via: 'http', probe: 'suite', method: 'PUT', path: '/x', body: '{"a":1}' },
    observation: { kind: 'http', status: 200 },
  })
  expect([...names.secrets]).toEqual(['key-1', 'token', 'key-2'])
})

it('distinguishes answers from failed observations', () => {
  const names = new CallerNames({})
  expect(fromRecorded(http('none', 502, '<html>'), 'suite', names)?.observation).toMatchObject({ cause: 'gateway' })
  const call = { kind: 'call', caller: 'none', method: 'workflow.list_sessions', params: {} } as const
  const frame = { result: { sessions: [] } }
  expect(fromRecorded({ ...call, answer: { outcome: 'answered', frame } }, 'suite', names)?.observation).toMatchObject({
    kind: 'socket',
    frames: [JSON.stringify(frame)],
  })
  for (const [outcome, cause] of [
    ['no_answer', 'time limit'],
    ['closed', 'network'],
  ] as const)
    expect(fromRecorded({ ...call, answer: { outcome, frame: undefined } }, 'suite', names)?.observation).toMatchObject(
      { kind: 'failed', cause },
    )
  expect(fromRecorded({ kind: 'clock', milliseconds: 5 }, 'suite', names)).toBeUndefined()
})
