import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tables } from '../../engine/world/tables/index.ts'
import { listings } from '../drift/listings.ts'
import { privateFields, StandIns } from './stand-ins.ts'

const standIn = (standIns: StandIns, value: unknown): unknown => standIns.anonymize({ value })['value']

it('gives equal values equal stand-ins, and different values different ones', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.stringMatching(/^[a-c]{1,2}\d?$/),
    fc.emailAddress(),
    fc.webUrl(),
    fc.integer({ min: -30, max: 30 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), (values) => {
      const standIns = new StandIns()
      const once = values.map((each) => standIn(standIns, each))
      expect(values.map((each) => standIn(standIns, each))).toEqual(once)
      const pairs = new Map(values.map((each, n) => [JSON.stringify(each), JSON.stringify(once[n])]))
      expect(new Set(pairs.values()).size).toBe(pairs.size)
    }),
  )
})

it('keeps the shape of a value', () => {
  const standIns = new StandIns()
  const shapes: readonly (readonly [unknown, RegExp])[] = [
    ['Ada Lovelace', /^[A-Z][a-z]{2} [A-Z][a-z]{7}$/],
    ['build-bot-07', /^[a-z]{5}-[a-z]{3}-\d\d$/],
    ['ada@acme.com', /^[a-z]{3}@[a-z]{7}\.example$/],
    ['see https://acme.com/a', /^[a-z]{3} https:\/\/[a-z]{7}\.example\/[a-z]$/],
    ['1999-12-31', /^2026-\d\d-\d\d$/],
    ['2025-12-31T12:00:00.000Z', /^2026-\d\d-\d\dT00:00:00\.000Z$/],
    ['00000000-0000-4000-8000-000000000301', /^00000000-0000-4000-8000-000000000301$/],
    [-12.5, /^-[1-9][1-9]\.[1-9]$/],
    [1e300, /^[1-9]e\+300$/],
    [0, /^0$/],
    [true, /^true$/],
    [null, /^null$/],
  ]
  for (const [value, shape] of shapes) expect(String(standIn(standIns, value))).toMatch(shape)
})

it('replaces the keys of an object that are no names of fields', () => {
  const found = standIn(new StandIns(), { sizes: { 'ada@acme.com': [1] }, kind: 'task' }) as Record<string, object>
  expect(Object.keys(found)).toEqual(['sizes', 'kind'])
  expect(Object.keys(found['sizes']!)[0]).toMatch(/^[a-z]{3}@[a-z]{7}\.example$/)
  expect(found['kind']).toBe('task')
})

/** Fields that people do not fill: ids, words and numbers of the API, and times. */
const open =
  /^(?:id|\w+_id|from|to|\w+_at|at|kind|role|target|type|status|visibility|condition|phase|failed_operation|number|every_seconds|enabled|enabled_blob_types|key_prefix)$/

it('knows each field of the tables that listings show', () => {
  const fields = new Set(listings.flatMap(({ table }) => Object.keys(tables[table].schemaEntries)))
  expect([...fields].filter((field) => !open.test(field) && !privateFields.has(field))).toEqual([])
  expect([...privateFields].filter((field) => !fields.has(field))).toEqual([])
})
