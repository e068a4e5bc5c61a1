import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { contractStamp } from '../../contract/stamp.ts'
import { mergeReports } from '../../engine/coverage/merge.ts'
import { addCounts, readEachCoverage, readTestCoverage, reportCoverage } from './coverage-meta.ts'
import { writeCoverage } from './node-coverage-file.ts'

const { digest } = contractStamp()
const report = mergeReports([
  { clauses: { items: [{ id: 'user.has-name', count: 2 }] }, assumptions: { items: [{ id: 'A-1', count: 1 }] } },
])

it('counts apart what a test exercised of two contracts', () => {
  const meta = {}
  reportCoverage(meta, report)
  reportCoverage(meta, report)
  addCounts(meta, { other: { 'gone.long-ago': 1 } })
  expect(readEachCoverage(meta)).toEqual({ [digest]: { 'user.has-name': 4, 'A-1': 2 }, other: { 'gone.long-ago': 1 } })
  expect(readTestCoverage('a test', readEachCoverage(meta))).toEqual({
    name: 'a test',
    counts: { 'user.has-name': 4, 'A-1': 2 },
    isForeign: true,
  })
  expect(readTestCoverage('another', {})).toEqual({ name: 'another', counts: {}, isForeign: false })
})

it('says how many tests it left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-two-'))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const tests = [{ 'user.has-name': 1 }, {}].map((counts, at) => readTestCoverage(`test ${at}`, { [digest]: counts }))
  const file = join(folder, 'report.json')
  await writeCoverage([...tests, readTestCoverage('of the other release', { other: { 'user.has-name': 9 } })], { file })
  expect(log.mock.calls.flat().join()).toContain(' relied on, 1 test of another contract not counted; ')
  log.mockRestore()
  expect(JSON.parse(readFileSync(file, 'utf8')).clauses.items).toContainEqual({
    id: 'user.has-name',
    count: 1,
    tests: ['test 0'],
  })
  rmSync(folder, { recursive: true })
})
