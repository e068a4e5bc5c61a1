import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { scenarioJsonSchema } from './scenario-schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const schema = JSON.parse(scenarioJsonSchema()) as object
const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema)

const files = ['scenarios', 'fixtures'].flatMap((folder) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(folder, file)),
)

function expecting(body: unknown): object {
  return { scenario: 1, name: 'a', steps: [{ http: 'GET /x', expect: { body } }] }
}

describe('any validator of JSON Schema 2020-12', () => {
  it.each(files)('accepts %s', (file) => {
    validate(parse(readFileSync(join(root, file), 'utf8')))
    expect(validate.errors).toBeNull()
  })

  it.each([
    { scenario: 1, name: 'a', about: 'b', stepz: [] },
    { scenario: 2, name: 'a', about: 'b' },
    { scenario: 1, name: 'a', about: 'b', steps: [{ http: 'GET /x', exepct: {} }] },
    { scenario: 1, name: 'a', about: 'b', clauses: ['no.such-clause'] },
    { scenario: 1, name: 'a', about: 'b', world: { records: { orgs: [{ visibilty: 'public' }] } } },
    { scenario: 1, name: 'a', about: 'b', triggers: [{ when: { command: '*' }, do: [{ explode: true }] }] },
    { fixture: 1, name: 'a', generate: { orgs: { alias: 'x' } } },
    expecting({ user: { alias: { match: 'a' } } }),
    expecting({ orgs: [{ alias: { contain: 'a' } }] }),
    expecting({ orgs: { unordered: [{ at_last: 1 }] } }),
    expecting({ only: { user: { alias: { is: 'strng' } } } }),
    {
      scenario: 1,
      name: 'a',
      triggers: [{ when: { command: '*', params: { a: { regex: 'a' } } }, do: { drop: true } }],
    },
  ])('refuses %j', (document) => {
    expect(validate(document)).toBe(false)
  })

  it.each([
    { exactly: { match: 'a' } },
    { user: { match: 'a', alias: 'b' } },
    { user: { length: { at_least: 1 } } },
    null,
    [],
  ])('accepts %j as a body that is expected', (body) => {
    validate(expecting(body))
    expect(validate.errors).toBeNull()
  })

  it('has a description for every field of a scenario and its steps', () => {
    const defs = (
      schema as { $defs: Record<string, { properties: Record<string, { description?: string; $ref?: string }> }> }
    ).$defs
    const undescribed = ['scenario', 'httpStep', 'callStep', 'runStep', 'when', 'trigger'].flatMap((name) =>
      Object.entries(defs[name]?.properties ?? {})
        .filter(([, field]) => !field.description && !field.$ref)
        .map(([field]) => `${name}.${field}`),
    )
    expect(undescribed).toEqual([])
  })
})
