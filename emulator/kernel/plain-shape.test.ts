import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { catalog } from '../catalog.ts'
import { plainShape, UNREAD } from './plain-shape.ts'

const values = fc.oneof(
  fc.constantFrom('', 'a', 'org', 'admin', 'public', 'text', '00000000-0000-4000-8000-000000000001', 'http://127.0.0.1', null, true, false, 0, 1, -1, 2.5, 60, 1e21),
  fc.jsonValue({ maxDepth: 1 }),
)

/** Bodies with the fields of a schema, some left out, some strange, in any order. */
function bodiesFor(entries: object): fc.Arbitrary<Record<string, unknown>> {
  const names = fc.shuffledSubarray([...Object.keys(entries), 'strange', '__proto__'])
  return names.chain((chosen) => fc.tuple(...chosen.map(() => values)).map((given) => (
    JSON.parse(`{${chosen.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(given[i])}`).join()}}`) as Record<string, unknown>
  )))
}

/** The shape of a schema that has been read. */
function shapeOf(schema: Parameters<typeof plainShape>[0]): ReturnType<typeof plainShape> {
  const shape = plainShape(schema)
  for (let time = 0; time < UNREAD; time++) expect(shape({})).toBe(false)
  return shape
}

describe('a plain shape', () => {
  it.each(catalog.map((unit) => [unit.id, unit] as const))('of %s takes nothing that valibot refuses or changes', (_id, { bodySchema }) => {
    const takes = shapeOf(bodySchema)
    fc.assert(fc.property(bodiesFor(bodySchema.entries), (body) => {
      if (!takes(body)) return
      const checked = v.safeParse(bodySchema, body)
      expect(checked.success).toBe(true)
      expect(JSON.stringify(checked.output)).toBe(JSON.stringify(body))
    }), { numRuns: 50 })
  })

  it.each([
    ['workflow.get_session', { session_id: 'run-01' }],
    ['POST /credentials/target/:target/:target_id', { name: 'a', value: '' }],
    ['scheduler.list_schedules', { org_id: 'acme' }],
    ['workflow.list_sessions', { org_id: 'acme' }],
    ['GET /users/:user_id', {}],
  ])('of %s takes what clients send', (id, body) => {
    const { bodySchema } = catalog.find((unit) => unit.id === id)!
    expect(v.safeParse(bodySchema, body).issues).toBeUndefined()
    expect(shapeOf(bodySchema)(body)).toBe(true)
  })

  it.each([
    ['a default', v.strictObject({ a: v.optional(v.string(), 'x') }), {}],
    ['a transformation', v.strictObject({ a: v.pipe(v.string(), v.trim()) }), { a: ' x ' }],
    ['a transformation of what is optional', v.strictObject({ a: v.pipe(v.optional(v.string()), v.transform(() => 1)) }), {}],
    ['other fields', v.objectWithRest({}, v.unknown()), {}],
    ['another order than that of the schema', v.strictObject({ a: v.string(), b: v.string() }), { b: 'x', a: 'x' }],
    ['null', v.strictObject({}), null],
  ])('leaves %s to valibot', (_what, schema, value) => {
    expect(shapeOf(schema as never)(value)).toBe(false)
  })
})
