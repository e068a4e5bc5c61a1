import type { ClauseId } from '../../emulator/contract/clauses.ts'
import { loadScenario } from '../../emulator/scenario/index.ts'
import { shippedScenarios } from '../../emulator/scenario/files.ts'

/** Names of shipped scenarios by the clauses that they show: the one with the fewest others, which is about it most. */
export async function scenariosByClause(): Promise<ReadonlyMap<ClauseId, string>> {
  const shipped = await Promise.all(
    shippedScenarios().map(async ({ name, file }) => {
      const { clauses = [], steps = [] } = (await loadScenario(file)).scenario
      const ofSteps = steps.flatMap((step) => [...(step.clauses ?? []), ...('run' in step ? (step.shows ?? []) : [])])
      return { name, clauses: [...new Set([...clauses, ...ofSteps])] as readonly ClauseId[] }
    }),
  )
  const plainestLast = shipped.toSorted((one, other) => other.clauses.length - one.clauses.length)
  return new Map(plainestLast.flatMap(({ name, clauses }) => clauses.map((id) => [id, name] as const)))
}
