import * as v from 'valibot'
import { dictionary } from './dictionary.ts'
import { describe, expect, it } from 'vitest'
import { problemsIn } from './issues.ts'
import { describe as prose } from './problems.ts'
import { fields } from './strict.ts'

const org = fields({
  id: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f-]+$/, 'expected a UUID'))),
  alias: v.string(),
  visibility: v.picklist(['public', 'private']),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  note: v.nullish(v.string()),
})
const world = fields({ orgs: v.optional(v.array(org)), extra: v.optional(dictionary(v.string(), org)) })

function problems(schema: v.GenericSchema, value: unknown): string[] {
  return problemsIn(schema, value).map(prose)
}

describe('problemsIn', () => {
  const good = { alias: 'acme', visibility: 'public' }
  it.each<[unknown, string[]]>([
    [{ orgs: [good, { ...good, note: null }] }, []],
    [
      { orgs: [good, { ...good, visibilty: 'public' }] },
      ['orgs[1].visibilty: unknown field (known: id, alias, visibility, count, note)'],
    ],
    [{ orgs: [{ alias: 'a', visibilty: 'public' }] }, ["orgs[0].visibilty: unknown field, did you mean 'visibility'?"]],
    [
      { orgs: [{ ...good, ida: 1, nots: 2 }] },
      ["orgs[0].ida: unknown field, did you mean 'id'?", "orgs[0].nots: unknown field, did you mean 'note'?"],
    ],
    [
      { orgs: [{ alias: 42, visibility: 'publik' }] },
      [
        'orgs[0].alias: expected string, got number 42',
        `orgs[0].visibility: expected 'public' or 'private', got string "publik", did you mean 'public'?`,
      ],
    ],
    [{ orgs: { alias: 'a' } }, ['orgs: expected array, got an object']],
    [{ orgs: [null] }, ['orgs[0]: expected object, got null']],
    [{ orgs: [[]] }, ['orgs[0]: expected object, got an empty array']],
    [{ orgs: [{ ...good, count: 0 }] }, ['orgs[0].count: expected at least 1, got number 0']],
    [{ orgs: [{ ...good, count: 1.5 }] }, ['orgs[0].count: not a valid integer: number 1.5']],
    [{ orgs: [{ ...good, id: 'XYZ' }] }, ['orgs[0].id: expected a UUID']],
    [{ extra: { 'a b': { alias: 'x' } } }, [`extra["a b"].visibility: missing, expected 'public' or 'private'`]],
    [[], ['expected object, got an empty array']],
    ['x', ['expected object, got string "x"']],
  ])('%j', (value, expected) => {
    expect(problems(world, value)).toEqual(expected)
  })

  it('looks for a field in an object, not in the items of a list beside it', () => {
    const seconds = v.pipe(v.string(), v.regex(/^\d+s$/, 'expected seconds'))
    const wait = v.union([seconds, v.pipe(v.string(), v.regex(/^\d+s\.\.\d+s$/, 'expected a range'))])
    const action = v.union([fields({ wait }), fields({ stop: v.literal(true) })])
    const trigger = fields({ do: v.union([v.array(action), action]) })
    expect(problems(trigger, { do: { wait: '1x' } })).toEqual(['do.wait: expected seconds'])
    expect(problems(trigger, { do: [{ wait: '1x' }] })).toEqual(['do[0].wait: expected seconds'])
  })

  it('names each type of a union once', () => {
    const wait = v.union([v.pipe(v.string(), v.regex(/s$/)), v.number(), v.pipe(v.string(), v.regex(/m$/))])
    expect(problems(fields({ wait }), { wait: {} })).toEqual(['wait: expected string or number, got an object'])
  })

  it('names properties every object inherits', () => {
    expect(problems(world, JSON.parse('{"constructor": 1, "__proto__": 2}'))).toEqual([
      expect.stringMatching(/^constructor: unknown field/),
      expect.stringMatching(/^__proto__: unknown field/),
    ])
  })

  it('cuts a long list, counts the rest, and looks no further than the first mistake of an endless one', () => {
    const long = problems(world, { orgs: Array.from({ length: 2_000 }, () => ({ ...good, alias: 1 })) })
    expect(long).toHaveLength(51)
    expect(long.at(-1)).toBe('and 1,950 more')
    expect(problems(world, { orgs: Array.from({ length: 100_000 }, () => 1) })).toEqual([
      'orgs[0]: expected object, got number 1',
      'and perhaps more: so large a value is looked at up to its first mistake',
    ])
  })
})

describe('unions', () => {
  const http = fields({ http: v.string(), as: v.optional(v.string()), body: v.optional(v.unknown()) })
  const call = fields({ call: v.string(), as: v.optional(v.string()), params: v.optional(v.unknown()) })
  const clock = fields({ clock: v.union([fields({ advance: v.string() }), fields({ set: v.string() })]) })
  const steps = v.array(v.union([http, call, clock]))

  it.each<[unknown, string[]]>([
    [{ http: 'GET /x', parms: {} }, ['[0].parms: unknown field (known: http, as, body)']],
    [{ call: 'x', parms: {} }, ["[0].parms: unknown field, did you mean 'params'?"]],
    [{ cal: 'x', params: {} }, ["[0].cal: unknown field, did you mean 'call'?"]],
    [{ http: 7 }, ['[0].http: expected string, got number 7']],
    [{ clock: { advanse: '1h' } }, ["[0].clock.advanse: unknown field, did you mean 'advance'?"]],
    [
      { call: 7, clal: 'x' },
      ['[0].call: expected string, got number 7', '[0].clal: unknown field (known: call, as, params)'],
    ],
    [7, ['[0]: expected an object with one of the fields http, call, clock, got number 7']],
    [{}, ['[0]: missing: one of the fields http, call, clock']],
    [{ via: 1 }, ['[0].via: unknown field (known: http, call, clock)']],
    [{ as: 'x' }, ['[0]: missing: one of the fields http, call, clock']],
    [{ call: 'a', clock: {} }, ["[0].clock: cannot be combined with 'call': give one of them"]],
  ])('judges %j by the option it resembles', (step, expected) => {
    expect(problems(steps, [step])).toEqual(expected)
  })

  it('names the choices of literals and the types of a plain union', () => {
    expect(problems(v.union([v.literal('none'), v.picklist(['read', 'write'])]), 'wriet')).toEqual([
      `expected 'none', 'read' or 'write', got string "wriet", did you mean 'write'?`,
    ])
    expect(problems(v.union([v.string(), v.number()]), true)).toEqual(['expected string or number, got boolean true'])
  })

  it('a variant names the fields of the chosen kind alone', () => {
    const schema = v.variant('kind', [
      fields({ kind: v.literal('a'), alpha: v.string() }),
      fields({ kind: v.literal('b'), beta: v.string() }),
    ])
    expect(problems(schema, { kind: 'b', beta: 'x', alpha: 'x' })).toEqual(['alpha: unknown field (known: kind, beta)'])
    expect(problems(schema, { kind: 'c' })[0]).toMatch(/^kind: expected 'a' or 'b', got string "c"/)
  })
})
