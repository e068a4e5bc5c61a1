import { drift } from '../../emulator/lab/drift/drift.ts'
import type { DriftClause, DriftReport } from '../../emulator/lab/drift/drift-report.ts'
import type { Breakage } from './breakages.ts'
import { BrokenService } from './broken-service.ts'

/** Findings of a run against a service with breakages. */
export interface Tried {
  readonly breakages: readonly Breakage[]
  /** Clauses that are findings of their own, in the order of the report. */
  readonly findings: readonly DriftClause[]
  readonly report: DriftReport
  readonly seconds: number
}

/** Runs `drift` with the shipped probes against services with each of these groups of breakages. */
export async function tryBreakages(
  groups: readonly (readonly Breakage[])[],
  progress: (tried: Tried) => void = () => {},
): Promise<Tried[]> {
  const service = new BrokenService()
  try {
    const all: Tried[] = []
    for (const breakages of groups) {
      const target = await service.start(breakages)
      const began = performance.now()
      const report = await drift({
        target,
        apiKeys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' },
        rate: '1000/s',
      })
      const tried = {
        breakages,
        findings: listFindings(report),
        report,
        seconds: Math.round((performance.now() - began) / 1_000),
      }
      all.push(tried)
      progress(tried)
    }
    return all
  } finally {
    await service.remove()
  }
}

function listFindings({ clauses }: DriftReport): DriftClause[] {
  return clauses.filter(({ id, verdict, oneOf = [id] }) => verdict === 'contradicted' && oneOf[0] === id)
}

/** `first`: its sentence is the first of each finding. `named`: it is among those of a finding. */
export type Outcome = 'first' | 'named' | 'other sentence' | 'not noticed'

/** Judges what was found of one breakage. */
export function judge({ findings }: Tried, { breaks, also = [] }: Breakage): Outcome {
  const broken = new Set<string>([breaks, ...also])
  if (findings.length === 0) return 'not noticed'
  if (findings.every(({ id }) => broken.has(id))) return 'first'
  const named = findings.some(({ id, oneOf = [id] }) => oneOf.some((each) => broken.has(each)))
  return named ? 'named' : 'other sentence'
}
