import { describe, expect, it } from 'vitest'
import { clauseIds, clauses, isClientClause } from '../../contract/clauses.ts'
import { formatStamp } from '../../contract/stamp.ts'
import { CONTRACT_VERSION } from '../../contract/version.ts'
import { Coverage } from './coverage.ts'
import { mergeReports } from './merge.ts'
import { coverageRemarks } from './remarks.ts'
import { clauseSections, countTotals, coverageTotals } from './sections.ts'
import { countedWires, wires } from './wires.ts'
import type { StatementId } from './statements.ts'
import { noCitations } from './citation-set.ts'

function makeReport(counts: Partial<Record<StatementId, number>>) {
  const coverage = new Coverage()
  for (const [id, count] of Object.entries(counts))
    for (let i = 0; i < count!; i++) coverage.answered(noCitations.with(id as StatementId))
  return coverage.report()
}

const item = (report: ReturnType<typeof mergeReports>, id: string) =>
  [...report.clauses.items, ...report.client.items, ...report.assumptions.items].find((each) => each.id === id)

describe('merged coverage', () => {
  const one = makeReport({ 'user.has-name': 2, 'A-14': 1 })
  const other = makeReport({ 'user.has-name': 3, 'user.has-alias': 1 })

  it('adds counts and counts what is exercised', () => {
    const merged = mergeReports([one, other])
    expect(merged.clauses).toMatchObject({
      total: clauses.filter(({ wire }) => wire !== 'client').length,
      exercised: 2,
    })
    expect(merged.assumptions.exercised).toBe(1)
    expect(item(merged, 'user.has-name')).toEqual({ id: 'user.has-name', count: 5 })
    expect(mergeReports([merged])).toEqual(merged)
    expect(mergeReports([]).clauses.exercised).toBe(0)
  })

  it('counts clauses of the client apart, also those that an earlier release wrote among the others', () => {
    const client = { items: [{ id: 'client.login.key-never-printed', count: 2 }] }
    const [none, service] = [{ items: [] }, { items: [{ id: 'users.get.answers-user', count: 1 }] }]
    const early = { clauses: { items: [...client.items, ...service.items] }, assumptions: none }
    const merged = mergeReports([early, { clauses: none, client, assumptions: none }])
    expect([merged.clauses.exercised, merged.client.exercised]).toEqual([1, 1])
    expect(merged.client.items).toContainEqual({ id: 'client.login.key-never-printed', count: 4 })
    expect(merged.clauses.items.filter(({ id }) => isClientClause(id))).toEqual([])
    expect(merged.clauses.total + merged.client.total).toBe(clauseIds.length)
    expect(coverageTotals(merged, clauseSections(merged, countedWires))).toEqual([
      expect.stringMatching(new RegExp(`^1 of ${merged.clauses.total} clauses exercised`)),
      `1 of ${merged.client.total} clauses of the client exercised`,
      expect.stringContaining('assumptions relied on'),
    ])
    expect(coverageTotals(merged, clauseSections(merged, wires))).toHaveLength(2)
  })

  it('keeps the names of tests, each once, and leaves out statements of another release', () => {
    const named = (name: string) => ({
      clauses: {
        items: [
          { id: 'user.has-name', count: 1, tests: [name] },
          { id: 'gone.long-ago', count: 9 },
        ],
      },
      assumptions: { items: [] },
    })
    const merged = mergeReports([named('a'), named('b'), named('a')])
    expect(item(merged, 'user.has-name')).toEqual({ id: 'user.has-name', count: 3, tests: ['a', 'b'] })
    expect(item(merged, 'gone.long-ago')).toBeUndefined()
    expect(merged.unknown).toEqual([{ id: 'gone.long-ago', count: 27 }])
    expect(mergeReports([merged])).toEqual(merged)
    expect(coverageRemarks(merged)).toEqual([
      `1 statement unknown to contract ${CONTRACT_VERSION}, and not counted: gone.long-ago`,
    ])
    expect(coverageRemarks(one)).toEqual([])
  })

  it('refuses reports of two contracts by name, and takes those of two releases with one contract', () => {
    const contract = { version: '0.9.0', digest: 'f'.repeat(64), release: '0.0.9' }
    const old = { ...one, contract, source: 'old.json' }
    expect(() => mergeReports([old, { ...other, source: 'new.json' }])).toThrow(
      `reports of two contracts cannot be merged: old.json of svc-emulator 0.0.9 (contract 0.9.0), digest ffffffff; new.json of ${formatStamp(other.contract)}, digest ${other.contract.digest.slice(0, 8)}. Report on each alone, with the release that wrote it.`,
    )
    expect(mergeReports([old, old])).toMatchObject({ contract, clauses: { exercised: 1 } })
    const later = { ...other, contract: { ...other.contract, release: '9.9.9' } }
    expect(mergeReports([one, later]).clauses.exercised).toBe(2)
    expect(coverageRemarks(mergeReports([old]))).toEqual([
      `counted by svc-emulator 0.0.9 (contract 0.9.0); this is ${formatStamp(one.contract)}`,
    ])
  })
})

describe('coverage by section', () => {
  const report = makeReport({ 'user.has-name': 2, 'client.json-output': 1 })

  it('takes the sides that are asked for, in the order of the specification', () => {
    const service = clauseSections(report, ['rest', 'realtime'])
    expect(countTotals(service)).toMatchObject({
      exercised: 1,
      total: clauses.filter(({ wire }) => wire !== 'client').length,
    })
    expect(countTotals(clauseSections(report, ['client'])).exercised).toBe(1)
    expect(countTotals([])).toEqual({ total: 0, exercised: 0, percent: 100 })
    expect(service.find(({ title }) => title.endsWith('/ User'))).toMatchObject({ exercised: 1 })
  })
})
