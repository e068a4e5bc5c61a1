import { shippedFixtures } from '../../emulator/host/fixtures/shipped.ts'
import { readDocument, shippedScenarios } from '../../emulator/scenario/files.ts'
import { findNeeds, type Need } from '../../emulator/scenario/needs.ts'
import type { Scenario } from '../../emulator/scenario/schema.ts'

interface ShippedEntry {
  readonly name: string
  readonly about: string
}

interface ShippedScenarioEntry extends ShippedEntry {
  /** Features that only an emulator has. */
  readonly needs: readonly Need[]
}

/** Scenarios and fixtures that `start` and `replay` know by name, sorted. */
export async function shipped(): Promise<{ scenarios: ShippedScenarioEntry[]; fixtures: ShippedEntry[] }> {
  const scenarios = await Promise.all(
    shippedScenarios().map(async ({ name, file }) => {
      const { value } = await readDocument(file)
      return { name, about: oneLine(value), needs: findNeeds(value as Scenario) }
    }),
  )
  const fixtures = Object.values(shippedFixtures()).map((fixture) => ({ name: fixture.name, about: oneLine(fixture) }))
  return { scenarios, fixtures: fixtures.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

function oneLine(document: unknown): string {
  const { about } = document as { about?: string }
  return (about ?? '').replace(/\s+/g, ' ').trim()
}
