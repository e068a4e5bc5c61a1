import { describe, expect, it } from 'vitest'
import { worksThroughMuch } from '../../../../tests/helpers/limits.ts'
import { createEmulator } from '../../../adapters/create-emulator.ts'
import type { SettingsInput } from '../../../engine/world/settings.ts'
import { factsFrom, knownDifferences, type FactsDocument } from '../../../host/facts/facts.ts'
import { drift, InProcessTarget, type DriftReport } from '../index.ts'

/** Runs against a service in process whose clock the run moves by waiting. */
async function ask(
  settings: SettingsInput,
  more: { facts?: FactsDocument; large?: boolean } = {},
): Promise<DriftReport> {
  const emulator = createEmulator({ seed: 11, settings, journal: false })
  return drift({
    target: new InProcessTarget(emulator),
    apiKeys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' },
    rate: '100000/s',
    run: 'facts',
    today: '2026-11-23',
    now: () => 0,
    wait: (milliseconds) => Promise.resolve(emulator.clock.advance(milliseconds)),
    ...more,
  })
}

function listContradicted({ clauses }: DriftReport): string[] {
  return clauses.flatMap(({ id, verdict, exchange }) =>
    verdict === 'contradicted' ? [`${id}: ${exchange?.request} ${exchange?.differences.join('; ')}`] : [],
  )
}

describe('facts of a run', () => {
  it.each<[SettingsInput, boolean?]>([
    [
      {
        statuses: { user_not_found: 410, alias_taken: 400, session_not_found: 410, invalid_limit: 422 },
        limits: { orgs_per_user: 77, api_keys_per_target: 31, members_per_target: 8, graph_depth: 3 },
        default_limit: 20,
        maximum_limit: 120,
        trailing_page: false,
        operation_ms: 5_000,
        node_ms: 750,
      },
    ],
    [{ default_limit: 80, maximum_limit: 1_000, unpaginated_bytes: 1_000_000 }, true],
  ])('%j: nothing is contradicted, and the facts hold it', worksThroughMuch, async (settings, large = false) => {
    const report = await ask(settings, { large })
    expect(listContradicted(report)).toEqual([])
    const facts: FactsDocument = { facts: 1, observations: report.facts }
    const { settings: found } = factsFrom(facts)
    expect(knownDifferences(factsFrom(facts))).toEqual([])
    for (const [name, value] of Object.entries(settings))
      expect((found as Record<string, unknown>)[name]).toEqual(
        typeof value === 'object' ? expect.objectContaining(value) : value,
      )
    expect(listContradicted(await ask(settings, { large, facts }))).toEqual([])
  })
})
