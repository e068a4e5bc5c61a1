import { expect } from 'vitest'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import type { SettingsInput } from '../../emulator/engine/world/settings.ts'
import { factsFrom, knownDifferences, type FactsDocument } from '../../emulator/host/facts/facts.ts'
import { drift, InProcessTarget, type DriftReport } from '../../emulator/lab/drift/index.ts'

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

/** Expects that drift finds these settings of a service, and then contradicts nothing with them. */
export async function expectFacts(settings: SettingsInput, large = false): Promise<void> {
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
}
