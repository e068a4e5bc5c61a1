import * as v from 'valibot'
import { expect, it } from 'vitest'
import { problemsIn } from './issues.ts'
import { keyed } from './keyed.ts'
import { describe as prose } from './problems.ts'
import { fields } from './strict.ts'

const schema = keyed(
  [fields({ http: v.string(), as: v.optional(v.string()) }), fields({ call: v.string(), as: v.optional(v.string()) })],
  'step',
)

it.each<[unknown, string[]]>([
  [{ http: 'x', as: 'y' }, []],
  [{ call: 'x' }, []],
  [{ http: 7 }, ['http: expected string, got number 7']],
  [{ http: 'x', ass: 'y' }, ["ass: unknown field, did you mean 'as'?"]],
  [{ htpp: 'x' }, ["htpp: no such step (known: http, call), did you mean 'http'?"]],
  [{ as: 'x', wait: 'y' }, ['wait: no such step (known: http, call)']],
  [{ as: 'x' }, ['names no step, expected one of http, call']],
  [{ http: 'x', call: 'y' }, ["call: a second step beside 'http': each is an item of its own"]],
  [{}, ['names no step, expected one of http, call']],
  [[], ['expected object, got an empty array']],
  [null, ['expected object, got null']],
])('%j', (value, problems) => {
  expect(problemsIn(schema, value).map(prose)).toEqual(problems)
})

it.each<[unknown, string[]]>([
  [{ do: { htpp: 'x' } }, ["do.htpp: no such step (known: http, call), did you mean 'http'?"]],
  [{ do: [{ http: 'x' }, { htpp: 'x' }] }, ["do[1].htpp: no such step (known: http, call), did you mean 'http'?"]],
  [{ do: { call: 7 } }, ['do.call: expected string, got number 7']],
  [{ do: 'http' }, ['do: expected array or object, got string "http"']],
])('as one or a list: %j', (value, problems) => {
  const oneOrList = fields({ do: v.union([v.array(schema), schema]) })
  expect(problemsIn(oneOrList, value).map(prose)).toEqual(problems)
})

it('needs options that one field tells apart', () => {
  expect(() => keyed([fields({ a: v.string(), b: v.string() })], 'step')).toThrow(/cannot be told apart/)
})
