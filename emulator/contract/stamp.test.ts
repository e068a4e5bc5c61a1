import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { clauses } from './clauses.ts'
import { digestClauses } from './digest-clauses.ts'
import { contractStamp, formatStamp } from './stamp.ts'
import { CONTRACT_VERSION, VERSION } from './version.ts'

const row = (id: string, statement: string, effect?: 'narrows') => ({
  id: id as (typeof clauses)[number]['id'],
  statement,
  ...(effect && { effect }),
})

it('names the contract, and the release that writes', () => {
  const stamp = contractStamp()
  expect(stamp).toEqual({ version: CONTRACT_VERSION, digest: digestClauses(clauses), release: VERSION })
  expect(formatStamp(stamp)).toBe(`svc-emulator ${VERSION} (contract ${CONTRACT_VERSION})`)
})

it('has a digest that any program can compute', () => {
  const text = '[["a.b","Says é.",null],["a.c","Says more.","narrows"]]'
  const expected = createHash('sha256').update(text).digest('hex')
  expect(digestClauses([row('a.c', 'Says more.', 'narrows'), row('a.b', 'Says é.')])).toBe(expected)
})

it('has another digest for another id, statement or effect, and for no other reason', () => {
  const digests = [
    [row('a.b', 'Says.')],
    [row('a.c', 'Says.')],
    [row('a.b', 'Says so.')],
    [row('a.b', 'Says.', 'narrows')],
  ]
  expect(new Set(digests.map(digestClauses)).size).toBe(4)
  expect(digestClauses(clauses.map((each) => ({ ...each, since: '9.0.0', section: 'Elsewhere' })))).toBe(
    digestClauses(clauses),
  )
})
