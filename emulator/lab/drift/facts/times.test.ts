import { expect, it } from 'vitest'
import { catalog } from '../../../service/catalog.ts'
import type { SeenAnswer } from './seen-answer.ts'
import { seeTimes } from './times.ts'

function see(id: string, fields: SeenAnswer['fields'], headers: SeenAnswer['headers'] = {}) {
  const answer: SeenAnswer = { status: 200, rpcCode: undefined, code: undefined, limit: undefined, fields, headers }
  const unit = catalog.find((each) => each.id === id)
  return seeTimes({ unit, sent: {}, target: answer, twin: answer, assumptions: [], isAssumed: true, exchange: '' }).map(
    ({ setting, observed }) => [setting, observed],
  )
}

it('measures operations that are over', () => {
  const operation = { created_at: '2026-11-23T10:00:00.000Z', finished_at: '2026-11-23T10:00:01.500Z' }
  expect(see('GET /operations/:id', { operation: { ...operation, status: 'succeeded' } })).toEqual([
    ['operation_ms', 1_500],
  ])
  expect(see('GET /operations/:id', { operation: { ...operation, status: 'running', finished_at: null } })).toEqual([])
})

it('measures the nodes of an execution', () => {
  const at = (seconds: number): string => `2026-11-23T10:00:0${seconds}.000Z`
  const events = [
    { kind: 'execution_started', at: at(0) },
    { kind: 'node_started', at: at(1) },
    { kind: 'node_finished', at: at(3) },
    { kind: 'node_started', at: at(3) },
    { kind: 'node_failed', at: at(4) },
  ]
  expect(see('workflow.list_execution_events', { events })).toEqual([['node_ms', 2_000]])
})

it('reads how long a token lasts from the clock of the service', () => {
  const headers = { date: 'Mon, 23 Nov 2026 10:00:00 GMT' }
  const token = { token: 'a-token', expires_at: '2026-11-23T10:29:59.400Z' }
  expect(see('POST /users/:user_id/acting-token', token, headers)).toEqual([['acting_token_ms', 1_800_000]])
  // The clock of the world is another one.
  const other = { ...token, expires_at: '2026-01-01T01:00:00.000Z' }
  expect(see('POST /users/:user_id/acting-token', other, headers)).toEqual([])
})
