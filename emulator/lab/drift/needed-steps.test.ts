import { expect, it } from 'vitest'
import { driftFrom } from '../../../tests/helpers/drift.ts'
import type { Step } from '../../scenario/schema-steps.ts'
import { neededSteps } from './needed-steps.ts'
import { findReaching } from './reaching.ts'
import { loadProbeFiles } from './probe-files.ts'

const steps = [
  { http: 'POST /orgs', body: { alias: 'svc-drift-run-a' }, save: { org: 'body.org.id' } },
  { http: 'GET /orgs/${org}' },
  { http: 'POST /blobs/${org}', save: { blob: 'body.blob.id' } },
  { http: 'PATCH /orgs/svc-drift-run-a', body: { name: 'A' } },
  { http: 'POST /orgs', save: { other: 'body.org.id' } },
  { http: 'GET /orgs/svc-drift-run-a' },
  { http: 'DELETE /orgs/${org}' },
] as readonly Step[]

it.each<[wanted: number, fewest: number[], more: number[], most: number[]]>([
  [1, [0, 1], [0, 1], [0, 1]],
  [5, [0, 5], [0, 3, 5], [0, 2, 3, 4, 5]],
  [6, [0, 2, 3, 4, 6], [0, 2, 3, 4, 6], [0, 2, 3, 4, 6]],
])('step %i needs what made its records, then all that changed them, then all earlier writes', (wanted, ...needed) => {
  expect([...neededSteps(steps, [wanted])]).toEqual(needed)
})

it('sends what a sentence needs, with the verdict of the whole run', async () => {
  const { restrict, further } = await findReaching(['user.has-name'])
  const lengths = (await loadProbeFiles('test')).map((file) => [
    restrict(file)?.scenario.steps?.length ?? 0,
    file.scenario.steps!.length,
  ])
  const [sent, all] = [0, 1].map((n) => lengths.reduce((sum, each) => sum + each[n]!, 0)) as [number, number]
  expect([sent > 0, sent < all / 4, further]).toEqual([true, true, false])
  const { report } = await driftFrom({ broken: ['user.has-name'] }, { only: ['user.has-name'] })
  expect(report.clauses).toMatchObject([{ id: 'user.has-name', verdict: 'contradicted', explainedBy: 'mutant' }])
  expect(report.leftBehind.filter((line) => !line.includes('retired'))).toEqual([])
})
