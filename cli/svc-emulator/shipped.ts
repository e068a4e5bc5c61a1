import { shippedFixtures } from '../../emulator/host/fixtures/shipped.ts'
import { readDocument, shippedScenarios } from '../../emulator/scenario/files.ts'

export interface ShippedEntry {
  readonly name: string
  readonly about: string
}

/** Everything that `start` and `replay` know by name, sorted. */
export async function shipped(): Promise<{ scenarios: ShippedEntry[]; fixtures: ShippedEntry[] }> {
  const scenarios = await Promise.all(
    shippedScenarios().map(async ({ name, file }) => ({ name, about: oneLine((await readDocument(file)).value) })),
  )
  const fixtures = Object.values(shippedFixtures()).map((fixture) => ({ name: fixture.name, about: oneLine(fixture) }))
  return { scenarios, fixtures: fixtures.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

function oneLine(document: unknown): string {
  const { about } = document as { about?: string }
  return (about ?? '').replace(/\s+/g, ' ').trim()
}
