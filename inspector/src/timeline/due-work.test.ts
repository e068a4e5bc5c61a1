import { expect, it } from 'vitest'
import { groupDueWork, holdsEntry } from './due-work.ts'
import { formatRequest, type Line } from './line.ts'

const due = (number: number, unit = 'operation.finish', others: object = {}) =>
  ({ number, via: 'time', unit, request: null, work: { table: 'operations', id: `op-${number}` }, ...others }) as Line
const request = (number: number) => ({ number, via: 'http', request: { url: '/v1/users/me' } }) as Line

const rows = (...lines: Line[]) => groupDueWork(lines).map((row) => `${row.number} ${formatRequest(row)}`)

it('puts due work in a row into one, which counts it', () => {
  expect(rows(request(1), due(2), due(3), due(4), request(5), due(6))).toEqual([
    '1 /v1/users/me',
    '2 3 operations finished',
    '5 /v1/users/me',
    '6 operation finished op-6',
  ])
})

it('counts each kind, and work without an entry of its own', () => {
  expect(rows(due(1), due(2, 'execution.step'), due(3), due(4, 'schedule.fire', { more: 9 }))).toEqual([
    '1 2 operations finished, 1 execution step, 10 schedules fired',
  ])
  expect(rows(due(1, 'operation.finish', { more: 91 }))).toEqual(['1 92 operations finished'])
})

it('keeps apart what is not next to it, in another branch, or of another step', () => {
  const step = (number: number) => ({ step: { number } })
  expect(rows(due(1), due(3), due(4, 'operation.finish', { other_branch: true }))).toHaveLength(3)
  expect(rows(due(1, 'operation.finish', step(1)), due(2, 'operation.finish', step(2)))).toHaveLength(2)
})

it('finds the row of each of its entries', () => {
  const [row] = groupDueWork([due(2), due(3)])
  expect([1, 2, 3, 4].filter((entry) => holdsEntry(row!, entry))).toEqual([2, 3])
})
