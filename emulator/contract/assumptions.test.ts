import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { errors } from './errors.ts'
import {
  assumptionIds,
  assumptions,
  findCurrentAssumption,
  isAssumptionId,
  knownAssumptionIds,
  retiredAssumptions,
} from './assumptions.ts'
import { clientAssumptions } from './assumptions/client.ts'
import { clauses } from './clauses.ts'
import { catalog } from '../service/catalog.ts'
import { limitDefaults } from '../engine/world/settings.ts'
import { factSettings } from '../host/facts/fact-settings.ts'
import { findAssumptions } from '../engine/kernel/unit/assumed.ts'

const texts = new Map(assumptions.map(({ id, says }) => [id as string, says]))
const numberIn = (id: string) => Number(id.slice(2))

/** Ids that releases gave to assumptions, A-1 to A-97 and those of the project. */
const given = [
  ...Array.from({ length: 97 }, (_, n) => n + 1),
  100,
  101,
  103,
  104,
  105,
  110,
  151,
  152,
  153,
  154,
  155,
  156,
  157,
  158,
  159,
  160,
  180,
  181,
  182,
  201,
  202,
  204,
  205,
  206,
  207,
  208,
  209,
  300,
  301,
  304,
  312,
  313,
  314,
  315,
  316,
  317,
  318,
  319,
  320,
  321,
  322,
  323,
  324,
  330,
].map((number) => `A-${number}`)

describe('the list of assumptions', () => {
  it('is in order, each id and each title once', () => {
    expect(assumptionIds).toEqual([...assumptionIds].toSorted((a, b) => numberIn(a) - numberIn(b)))
    expect(new Set(assumptions.map(({ title }) => title)).size).toBe(assumptions.length)
    expect(new Set(knownAssumptionIds).size).toBe(knownAssumptionIds.length)
  })

  it('keeps every id that was ever given: as a row, as a part of one, or as one that is about the emulator', () => {
    expect(given.filter((id) => !(knownAssumptionIds as readonly string[]).includes(id))).toEqual([])
    expect(findCurrentAssumption('A-182')).toBe('A-38')
    expect(findCurrentAssumption('A-38')).toBe('A-38')
    expect(findCurrentAssumption('A-36')).toBeUndefined()
    for (const id of retiredAssumptions.keys()) expect(isAssumptionId(id)).toBe(false)
  })

  it('is whole sentences that stand alone: no row replaces another, names a file or a setting of the emulator', () => {
    const sentences = assumptions.flatMap(({ says, otherwise }) => [says, ...otherwise.map((other) => other.says)])
    expect(sentences.filter((text) => !/^["`A-Z].*\.$/.test(text))).toEqual([])
    const banned =
      /in place of|replaced by|docs\/|\.md\b|\.ts\b|settings\.|--cors|--fixtures|unspecified|trigger|fixture|\bA-\d/i
    expect(sentences.filter((text) => banned.test(text))).toEqual([])
  })

  it('asks a question for each alternative, none twice within an assumption', () => {
    const alternatives = assumptions.flatMap(({ otherwise }) => otherwise)
    expect(alternatives.filter(({ asks }) => !/^[A-Z].*\?$/.test(asks)).map(({ id }) => id)).toEqual([])
  })

  it('has an alternative for each row about the API, or the reason for having none', () => {
    for (const { id, otherwise, unobservable } of assumptions)
      expect(otherwise.length > 0 || unobservable !== undefined || Object.hasOwn(clientAssumptions, id), id).toBe(true)
  })
})

type Entries = Readonly<Record<string, v.GenericSchema & { entries?: Entries; item?: Nested; wrapped?: Nested }>>
type Nested = v.GenericSchema & { entries?: Entries; options?: readonly unknown[] }

/** Words of a schema that only assumptions give: names of fields, and values of sets. */
function* wordsIn(entries: Entries, place: string): Generator<[row: string, word: string, place: string]> {
  for (const [name, schema] of Object.entries(entries)) {
    const inner = (schema.item ?? schema.wrapped ?? schema) as Nested
    const rows = findAssumptions(schema) ?? []
    for (const row of rows) yield [row, name, place]
    const values = inner.type === 'picklist' ? (inner.options as readonly string[]) : []
    for (const row of [...rows, ...setRows(schema)]) for (const value of values) yield [row, value, `${place} ${name}`]
    if (inner.entries !== undefined) yield* wordsIn(inner.entries, `${place} ${name}`)
  }
}

/** True for a field whose own mark, or those of its fields, name the rows that give it. */
function isMarked(schema: v.GenericSchema): boolean {
  const { entries = {} } = schema as { entries?: Entries }
  const fields = Object.values(entries)
  return findAssumptions(schema) !== undefined || (fields.length > 0 && fields.every((each) => isMarked(each)))
}

/** Rows that give the values of a documented field. */
function setRows(schema: v.GenericSchema): readonly string[] {
  const { 'x-assumed-values': values } = v.getMetadata(schema as never) as {
    'x-assumed-values'?: { examples: readonly string[] }
  }
  return values?.examples ?? []
}

/** Checks that the text of a row holds a word, or a number as a text writes it. */
const holds = (row: string, word: string): boolean => {
  const text = texts.get(row) ?? ''
  return new RegExp(`(?<![\\w,.])${word.replaceAll('.', '\\.')}(?![\\w])`).test(text)
}

describe('the row that something cites says it', () => {
  it('for each assumed field and each value of its set', () => {
    const words = catalog.flatMap((unit) => [
      ...wordsIn(unit.returns as unknown as Entries, `${unit.id} answers`),
      ...wordsIn(unit.bodySchema.entries as unknown as Entries, `${unit.id} takes`),
      ...wordsIn((unit.querySchema?.entries ?? {}) as unknown as Entries, `${unit.id} asks`),
    ])
    expect(words.length).toBeGreaterThan(200)
    expect(words.filter(([row, word]) => !holds(row, word)).map(String)).toEqual([])
  })

  it('for each field that holds the answer', () => {
    const sentences = new Map<string, string>(clauses.map(({ id, statement }) => [id, statement]))
    for (const { id, statements, returns, verdict } of catalog) {
      if (verdict || statements.includes('A-348')) continue
      for (const field of Object.keys(returns)) {
        const isSaid = statements.some((each) => (sentences.get(each) ?? texts.get(each))?.includes(`\`${field}\``))
        expect(isSaid || isMarked(returns[field] as v.GenericSchema), `${id} answers ${field}`).toBe(true)
      }
    }
  })

  it('for each error code and each status that is assumed', () => {
    for (const [code, { source, status, statusFrom }] of Object.entries(errors)) {
      if (source.startsWith('A-')) expect(holds(source, code), `${source} names ${code}`).toBe(true)
      if (!statusFrom.startsWith('A-')) continue
      expect(holds(statusFrom, code) && holds(statusFrom, String(status)), `${statusFrom}: ${code} is ${status}`).toBe(
        true,
      )
    }
  })

  it('for each number that a fact settles', () => {
    const inWords: Readonly<Record<string, string>> = {
      operation_ms: '2 seconds',
      node_ms: 'half a second',
      acting_token_ms: 'one hour',
      trailing_page: 'still answers a cursor',
      unpaginated_from: 'oldest first',
    }
    for (const [name, { assumptions: rows, standard }] of factSettings) {
      if (name.startsWith('statuses.')) continue
      const word = inWords[name] ?? (standard as number).toLocaleString('en-US')
      expect(
        rows.some((row) => holds(row, word)),
        `${rows.join(', ')}: ${name} is ${word}`,
      ).toBe(true)
    }
    expect(Object.keys(limitDefaults).length).toBeGreaterThan(8)
  })
})
