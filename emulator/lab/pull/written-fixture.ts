import { UUID } from '../../contract/uuid.ts'
import type { FixtureDocument } from '../../engine/matching/fixture.ts'
import type { World } from '../../engine/world/world.ts'
import { writeRecords, type Records } from '../shrink/written-world.ts'
import { WHOLE, type TableState } from './states.ts'

interface PulledSource {
  readonly name: string
  /** Description of the organization; undefined if nobody is to know it. */
  readonly source: string | undefined
  readonly states: readonly TableState[]
  readonly hidden: readonly string[]
  readonly asText: readonly string[]
}

const ids = new RegExp(UUID, 'g')

/** The records of a pulled world as a fixture, with ids only where something else names them. */
export function writeFixture(world: World, { name, source, states, ...lacks }: PulledSource): FixtureDocument {
  const about = describe(source ?? 'an organization, with stand-ins for names and values', states, lacks)
  const fixture = { fixture: 1, name, about, records: withoutUnnamed(writeRecords(world)) }
  return source === undefined ? withOtherIds(fixture) : fixture
}

/** Removes the ids that no other field has. */
function withoutUnnamed(records: Records): Records {
  const named = new Set<string>()
  const all = Object.values(records).flat()
  for (const { id: _id, ...fields } of all) for (const [id] of JSON.stringify(fields).matchAll(ids)) named.add(id)
  const trimmed = ({ id, ...fields }: Records[string][number]) => (named.has(String(id)) ? { id, ...fields } : fields)
  return Object.fromEntries(Object.entries(records).map(([table, list]) => [table, list.map(trimmed)]))
}

/** Numbers ids, so that nothing leads back to the service. */
function withOtherIds(fixture: FixtureDocument): FixtureDocument {
  const numbers = new Map<string, number>()
  const numbered = JSON.stringify(fixture).replace(ids, (id) => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  })
  return JSON.parse(numbered) as FixtureDocument
}

function describe(
  source: string,
  states: readonly TableState[],
  { hidden, asText }: Pick<PulledSource, 'hidden' | 'asText'>,
): string {
  const tables = new Map<string, string[]>()
  for (const { table, state } of states) tables.set(state, [...(tables.get(state) ?? []), table])
  const whole = tables.get(WHOLE) ?? []
  const others = [...tables]
    .filter(([state]) => state !== WHOLE)
    .map(([state, names]) => `${names.join(', ')}: ${state}.`)
  return [
    `Pulled: ${source}, as one key sees it.`,
    ...(whole.length > 0 ? [`Whole: ${whole.join(', ')}.`] : []),
    ...others.map((line) => line[0]!.toUpperCase() + line.slice(1)),
    ...(hidden.length > 0 ? [`Not shown, and as new records have it: ${hidden.join(', ')}.`] : []),
    ...(asText.length > 0 ? [`Written as text, because a double cannot hold such numbers: ${asText.join(', ')}.`] : []),
  ].join(' ')
}
