import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { compareContracts, type StatedRow } from '../../emulator/contract/changes.ts'
import { clauses } from '../../emulator/contract/clauses.ts'
import { digestClauses } from '../../emulator/contract/digest-clauses.ts'
import type { ContractStamp } from '../../emulator/contract/stamp.ts'
import { compareVersions, CONTRACT_VERSION } from '../../emulator/contract/version.ts'
import { mergeReports, reportSchema } from '../../emulator/engine/coverage/merge.ts'
import { replay } from '../../emulator/scenario/index.ts'
import { leastVersion } from './least-version.ts'

/** Folders of files that releases wrote, oldest first; one for each version of the contract. */
const releases = readdirSync(import.meta.dirname)
  .filter((name) => name.startsWith('written-by-'))
  .toSorted((a, b) => compareVersions(a.slice('written-by-'.length), b.slice('written-by-'.length)))

const read = (release: string, name: string): string => readFileSync(join(import.meta.dirname, release, name), 'utf8')

describe.each(releases)('%s', (release) => {
  it('has a recording that replays', async () => {
    const { ok, steps } = await replay(join(import.meta.dirname, release, 'recording.yaml'))
    expect([ok, steps.length > 5, steps.filter(({ status }) => status !== 'passed')]).toEqual([true, true, []])
  })

  it('has a report of coverage that is counted', () => {
    const report = v.parse(reportSchema, JSON.parse(read(release, 'coverage.json')))
    expect(mergeReports([report]).clauses.exercised).toBeGreaterThan(10)
  })
})

interface Printed {
  readonly contract: ContractStamp
  readonly clauses: readonly StatedRow[]
}

const last = JSON.parse(read(releases.at(-1)!, 'contract.json')) as Printed
const changes = compareContracts(last.clauses, clauses)

/** docs/change-it.md, "A clause", says how each of these is mended. */
describe('a contract that differs from the one of the last release', () => {
  it('has the version that its changes ask for', () => {
    expect(last.contract.digest).toBe(digestClauses(last.clauses))
    const least = leastVersion(last.contract.version, changes)
    expect(compareVersions(CONTRACT_VERSION, least), `CONTRACT_VERSION is at least ${least}`).toBeGreaterThanOrEqual(0)
    if (changes.length === 0) expect(CONTRACT_VERSION).toBe(last.contract.version)
  })

  it('says of each sentence that came or changed since when, and of a change its effect', () => {
    const rows = new Map<string, StatedRow>(clauses.map((row) => [row.id, row]))
    const told = changes.filter(({ kind }) => kind === 'added' || kind === 'changed').map(({ id }) => rows.get(id)!)
    expect(told.filter(({ since }) => since !== CONTRACT_VERSION).map(({ id }) => id)).toEqual([])
    const changed = changes.filter(({ kind, effect }) => kind === 'changed' && effect === undefined)
    expect(changed.map(({ id }) => id)).toEqual([])
  })

  it('lets a sentence go only in the version that it was announced for, and keeps each id', () => {
    const announced = new Map(last.clauses.map(({ id, until }) => [id, until]))
    const removed = changes.filter(({ kind }) => kind === 'removed')
    const early = removed.filter(({ id }) => compareVersions(announced.get(id) ?? '99.0.0', CONTRACT_VERSION) > 0)
    expect(
      early.map(({ id }) => id),
      'not announced by `until`',
    ).toEqual([])
    const gone = new Set(removed.map(({ id }) => id))
    const known = new Set(clauses.flatMap(({ id, was = [] }) => [id, ...was]))
    const kept = last.clauses.filter(({ id }) => !gone.has(id)).flatMap(({ id, was = [] }) => [id, ...was])
    expect(kept.filter((id) => !known.has(id))).toEqual([])
  })
})
