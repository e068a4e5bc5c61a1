/** The world section: the state at the start. A fixture file is this section with a name. */
import * as v from 'valibot'
import { atMostValues } from '../checking/at-most-values.ts'
import { fields, noArray } from '../checking/strict.ts'
import { settingsSchema } from '../world/settings.ts'
import { byTable, described, count, record, text, timestamp, type ByTableSchema } from './schema-common.ts'
import { isObject, type MutableFields } from '../checking/is-object.ts'
import { refusing } from '../checking/refusing.ts'

const records: ByTableSchema<MutableFields[]> = described(
  byTable(v.array(record)),
  'Records by table. A record may leave out what can be derived (id, times, numbers) and may name another record by id ' +
    'or alias: `org: acme` or `org_id: acme`.',
  { sessions: [{ alias: 'extra', org: 'acme' }] },
)

/** Maximum of fields in a block: more than any record has, and each is made for every record. */
const MAX_BLOCK_FIELDS = 1_000
/** Maximum of nested values in a block: each is made for every record. */
const MAX_BLOCK_VALUES = 10_000

/**
 * A block of generated records. Besides `count` and `start` it holds the fields of the record: strings may hold
 * counters (`{n}`, `{n:5}`, `{n+1}`, `{n%10}`), values `$cycle`, `$pick`, `$integer` and `$number`.
 */
const block = described(
  atMostFields(
    MAX_BLOCK_FIELDS,
    atMostValues(
      MAX_BLOCK_VALUES,
      noArray(
        v.looseObject({
          count: described(count, 'How many records.', 40),
          start: v.optional(described(count, 'First value of the counter `n`; 1 by default.', 1)),
        }),
      ),
    ),
  ),
  'Generates `count` records. Strings may hold `{n}` (the counter), `{n:5}` (padded with zeros to five digits), `{n+1}`, `{n-1}`, `{n%10}`; ' +
    '`{{` stands for a brace. A value may be `{$cycle: [a, b]}` (in turn), `{$pick: [a, b]}` (by chance, from the seed), ' +
    '`{$integer: {min: 1, max: 9}}` (by chance, from the seed) or `{$number: "{n}"}` (the number a text spells).',
  { count: 40, alias: 'run-{n:2}', org: 'acme' },
)

type GenerateSection = v.InferInput<typeof block>
interface GenerateSectionSchema extends v.GenericSchema<GenerateSection> {}
export const generateBlock: GenerateSectionSchema = block

const generate: ByTableSchema<GenerateSection | GenerateSection[]> = described(
  byTable(v.union([generateBlock, v.array(generateBlock)])),
  'Generated records by table: one block or several, added in order after `records`.',
  { sessions: { count: 40, alias: 'run-{n:2}', org: 'acme' } },
)

/** Fields that fixtures and scenarios share. */
const worldEntries = {
  records: v.optional(records),
  generate: v.optional(generate),
  settings: v.optional(
    described(settingsSchema, 'Numbers, statuses and switches of what the specification leaves open.'),
  ),
} as const

export const seed: v.GenericSchema<number> = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(Number.MIN_SAFE_INTEGER),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)

const world = fields({
  fixtures: v.optional(
    described(
      v.array(text),
      'Fixtures that the world is made of, in order: shipped ones by name, files by path (relative to this file). `[starter]` by default.',
      ['starter'],
      ['starter', './my-world.yaml'],
    ),
  ),
  seed: v.optional(described(seed, 'Ids, secrets and chance are drawn from it; 1 by default.', 7)),
  clock: v.optional(described(timestamp, 'World time at the start; 2026-01-01T00:00:00Z by default.')),
  ...worldEntries,
})

const fixture = fields({
  $schema: v.optional(v.string()),
  fixture: described(v.literal(1), 'Version of the fixture format.'),
  name: described(text, 'How `fixtures:` and `--fixtures` call it.', 'starter'),
  about: v.optional(described(text, 'What it holds, in one or two sentences.')),
  includes: v.optional(
    described(v.array(text), 'Fixtures that are loaded before this one, by name or path.', ['starter']),
  ),
  ...worldEntries,
})

export type WorldSection = v.InferInput<typeof world>
export type Fixture = v.InferInput<typeof fixture>
export interface WorldSectionSchema extends v.GenericSchema<WorldSection> {}
interface FixtureSchema extends v.GenericSchema<Fixture> {}

export const worldSchema: WorldSectionSchema = world
export const fixtureSchema: FixtureSchema = fixture

/** An object schema that refuses a value with more than `max` fields before it checks any of them. */
function atMostFields<S extends v.GenericSchema>(max: number, schema: S): S {
  return refusing(schema, (value) => {
    const count = isObject(value) ? Object.keys(value).length : 0
    if (count <= max) return undefined
    const message = `${count.toLocaleString('en')} fields, where at most ${max.toLocaleString('en')} are taken`
    return { kind: 'validation', type: 'max_entries', expected: `<=${max}`, received: String(count), message }
  })
}
