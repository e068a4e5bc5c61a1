import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findHeader, type WireResponse } from '../engine/kernel/wire.ts'
import { createEmulator } from '../index.ts'
import { starter, starterId } from '../../tests/conformance/direct.ts'
import { handle } from '../host/dispatch.ts'
import { sampleRequest } from '../host/examples.ts'
import { catalog } from './catalog.ts'

const world = createEmulator()

/** A value for each field that a body takes and the record of the answer shows: no default, if there is another value. */
const given: Readonly<Record<string, unknown>> = {
  alias: 'given-alias',
  body: { nodes: [{ id: 'given', kind: 'task' }], edges: [] },
  category: 'given category',
  content: { given: 'content' },
  definition_id: starterId('00').replace(/...$/, '101'),
  description: 'given description',
  enabled: false,
  every_seconds: 77,
  input: { given: 'input' },
  key: 'given-key',
  kind: 'node',
  label: 'given label',
  name: 'Given name',
  org_id: starter.org.acme,
  role: 'write',
  session_id: starterId('00').replace(/...$/, '201'),
  thread_id: starterId('00').replace(/...$/, '501'),
  type: 'onnx',
  user_id: starter.user.ben,
  value: { given: 'value' },
  visibility: 'public',
}

type Unit = (typeof catalog)[number]
type Fields = Readonly<Record<string, unknown>>

function answer(unit: Unit, body: Fields): Fields {
  const request = sampleRequest(unit, { ...unit.sample!, body: { ...(unit.sample!.body as Fields), ...body } })
  const { headers, body: text } = handle(world.fork(), request) as WireResponse
  return JSON.parse(findHeader(headers, 'x-response-body') ?? (text as string)) as Fields
}

/** Fields that a unit takes in its body and shows in the record of its answer. */
const fields = catalog.flatMap((unit) => {
  if (unit.sample === undefined || unit.method === 'GET' || unit.sample.file !== undefined) return []
  return Object.entries(answer(unit, {})).flatMap(([noun, record]) =>
    Object.keys(unit.bodySchema.entries)
      .filter((field) => typeof record === 'object' && record !== null && field in record)
      .map((field): [string, string, string, Unit] => [unit.id, field, noun, unit]),
  )
})
it.each(fields)('%s writes %s', (_, field, noun, unit) => {
  expect(given, `add a value for ${field} to this table`).toHaveProperty(field)
  expect(answer(unit, { [field]: given[field] })).toMatchObject({ [noun]: { [field]: given[field] } })
})

it('every endpoint and command has a test beside it', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const isUnit = (file: string): boolean =>
    !file.includes('.test.') && /= (?:endpoint|command)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8'))
  const units = files.filter((file) => file.endsWith('.ts') && isUnit(file)).map((file) => file.slice(0, -'.ts'.length))
  expect(units).toHaveLength(catalog.length)
  expect(
    units.filter((unit) => !files.some((file) => file.startsWith(`${unit}.`) && file.endsWith('.test.ts'))),
  ).toEqual([])
})

/** Listings whose clause has another name, because the specification speaks of what they list in other words. */
const otherNames: Readonly<Record<string, string>> = {
  list_members: 'pagination.unpaginated.target-members',
  list_revisions: 'revisions.list.answers-cursor',
}

it.each(catalog.flatMap(({ name, engine = '', page }) => (page === undefined ? [] : [{ name, engine, page }])))(
  'the page of $name cites the clause about its own listing',
  ({ name, engine, page: { kind, clause } }) => {
    const words = name.replaceAll('_', '-')
    const own = [words, words.replace(`${engine}-`, ''), words.replace(/^list-/, '')]
    expect(otherNames[name] ?? own.map((each) => `pagination.${kind}.${each}`)).toContain(clause)
  },
)
