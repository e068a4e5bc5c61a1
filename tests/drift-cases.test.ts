/** Cases that sentences range over: the shipped probes ask each of those that the specification names. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { caseWords } from '../emulator/contract/cases.ts'
import { casesByClause } from '../emulator/contract/clauses.ts'
import { reportDrift } from '../emulator/lab/drift/drift-findings.ts'
import type { DriftReport } from '../emulator/lab/drift/drift-report.ts'
import { catalog } from '../emulator/service/catalog.ts'
import { driftFrom, withVerdict } from './helpers/drift.ts'

const listed = parse(readFileSync('tests/drift-breakages/cases.yaml', 'utf8')) as Readonly<Record<string, string[]>>

/** Ten firings of a schedule take ten seconds. */
const slow = ['pagination.record.resumes-at-start-id', 'pagination.record.page-of-ten']

/** A listing with members of a megabyte is asked with `--large` alone. */
const large = ['pagination.unpaginated.target-members']

let report: DriftReport
beforeAll(async () => {
  ;({ report } = await driftFrom({}, { apiKeys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' } }))
})

describe('cases', () => {
  it('stand in the rows of the contract as they were derived from the specification', () => {
    expect(Object.fromEntries(casesByClause)).toEqual(listed)
  })

  it('are words that exchanges show, or endpoints and commands', () => {
    const known = new Set<string>([...caseWords, ...catalog.map(({ id }) => id)])
    expect(
      Object.values(listed)
        .flat()
        .filter((each) => !known.has(each)),
    ).toEqual([])
  })

  it('are all asked by the shipped probes, but for ten firings of a schedule', () => {
    const partly = report.clauses.filter(({ verdict }) => verdict === 'partly')
    expect(partly.map(({ id, cases }) => [id, cases!.notAsked])).toEqual(
      slow.map((id) => [id, ['scheduler.list_executions']]),
    )
    const held = report.clauses.filter(({ id, verdict }) => id in listed && verdict === 'held')
    expect(held.map(({ id, cases }) => [id, cases])).toEqual(
      Object.entries(listed)
        .filter(([id]) => !slow.includes(id) && !large.includes(id))
        .map(([id, cases]) => [id, { held: cases, notAsked: [] }])
        .toSorted(([a], [b]) => order(a as string) - order(b as string)),
    )
  })

  it('that were not asked stand in the report', async () => {
    const { report: part } = await driftFrom(
      {},
      { probes: ['other'], apiKeys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' } },
    )
    expect(withVerdict(part, 'partly')).toContain('api-keys.create.needs-admin')
    expect(reportDrift(part).remarks).toContain(
      'api-keys.create.needs-admin: held for user; org and blob not asked: partly',
    )
  })
})

function order(id: string): number {
  return report.clauses.findIndex((clause) => clause.id === id)
}
