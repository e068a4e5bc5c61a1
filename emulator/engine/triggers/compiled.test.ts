import { expect, it } from 'vitest'
import { catalog } from '../../service/catalog.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import { candidatesFor } from './compiled.ts'

const unit = (id: string) => catalog.find((each) => each.id === id)!
const whens = [
  { endpoint: '*' },
  { endpoint: 'GET' },
  { endpoint: 'GET /users/:id' },
  { endpoint: 'GET /users/me' },
  { endpoint: 'GET /users/:id/orgs' },
  { command: '*' },
  { command: 'workflow.*' },
  { command: 'workflow.list_sessions', via: 'socket' },
  { endpoint: 'GET /users/:id', caller: 'ada', at: 'after' },
]
const entries: TriggerEntry[] = whens.map((when, i) => ({ id: `trigger-${i}`, trigger: { when, do: { drop: true } } }))

function found(id: string, via: 'http' | 'socket') {
  const { before, after } = candidatesFor(entries, unit(id), via)
  return [before, after].map((list) => list.map(({ index, predicates }) => [index, predicates.length]))
}

it.each([
  [
    'GET /users/:user_id',
    'http',
    [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 2],
    ],
    [[8, 2]],
  ],
  ['POST /orgs', 'http', [[0, 0]], []],
  [
    'workflow.list_sessions',
    'http',
    [
      [0, 0],
      [5, 0],
      [6, 0],
    ],
    [],
  ],
  [
    'workflow.list_sessions',
    'socket',
    [
      [5, 0],
      [6, 0],
      [7, 0],
    ],
    [],
  ],
] as const)('%s over %s is met by those about it, with what is left to ask', (id, via, before, after) => {
  expect(found(id, via)).toEqual([before, after])
})

it('finds them once for each unit, until triggers come or go', () => {
  const me = unit('GET /users/:user_id')
  expect(candidatesFor(entries, me, 'http')).toBe(candidatesFor(entries, me, 'http'))
  expect(candidatesFor([...entries], me, 'http')).not.toBe(candidatesFor(entries, me, 'http'))
})
