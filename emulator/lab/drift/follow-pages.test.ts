import { expect, it } from 'vitest'
import type { AskedRequest } from './asked.ts'
import { followPages } from './follow-pages.ts'
import type { Observation } from './observation.ts'

const call = (method: string): AskedRequest => ({
  via: 'socket',
  probe: 'test',
  caller: { name: 'main', credentials: {} },
  socket: '',
  method,
  params: {},
})
const frame = (result: object): Observation => ({
  kind: 'socket',
  frames: [JSON.stringify({ jsonrpc: '2.0', id: 1, result })],
  answered: true,
})

const kinds = [
  ['workflow.list_sessions', 'sessions', 'last_session_id'],
  ['workflow.list_session_events', 'events', 'cursor'],
] as const

it.each(
  kinds.flatMap(([method, items, name]) =>
    (
      [
        ['null', ['a', 'b', null], undefined, 3],
        ['a cursor that repeats', ['a', 'a'], 'its cursor repeats after 2 pages', 2],
        ['an empty cursor', ['a', ''], 'its cursor is empty after 2 pages', 2],
        ['no cursor', [undefined], 'its cursor is missing after 1 page', 1],
        ['a number', ['a', 7], 'its cursor is missing after 2 pages', 2],
      ] as const
    ).map(([end, tokens, why, pages]) => ({ method, items, name, end, tokens, why, pages })),
  ),
)('follows $method to $end', async ({ method, items, name, tokens, why, pages }) => {
  let asked = 1
  const page = (n: number): Observation => frame({ [items]: [], ...(tokens[n] !== undefined && { [name]: tokens[n] }) })
  const ask = async (): Promise<Observation> => page(asked++)
  expect([await followPages(call(method), page(0), ask, () => true), asked]).toEqual([why, pages])
})

it('leaves a refusal to be judged by itself', async () => {
  const refused: Observation = {
    kind: 'socket',
    frames: ['{"jsonrpc":"2.0","id":1,"error":{"code":-1}}'],
    answered: true,
  }
  expect(
    await followPages(
      call('workflow.list_sessions'),
      refused,
      async () => refused,
      () => true,
    ),
  ).toBeUndefined()
})
