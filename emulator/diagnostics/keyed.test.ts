import * as v from 'valibot'
import { expect, it } from 'vitest'
import { problemsIn } from './issues.ts'
import { keyed } from './keyed.ts'
import { describe as prose } from './problems.ts'
import { fields } from './strict.ts'

const schema = keyed([
  fields({ http: v.string(), as: v.optional(v.string()) }),
  fields({ call: v.string(), as: v.optional(v.string()) }),
])

it.each<[unknown, string[]]>([
  [{ http: 'x', as: 'y' }, []],
  [{ call: 'x' }, []],
  [{ http: 7 }, ['http: expected string, got number 7']],
  [{ http: 'x', ass: 'y' }, ["ass: unknown field, did you mean 'as'?"]],
  [{ htpp: 'x' }, ['http: missing, expected string', "htpp: unknown field, did you mean 'http'?"]],
  [{ http: 'x', call: 'y' }, ['call: unknown field (known: http, as)']],
  [{}, ['http: missing, expected string']],
  [[], ['expected object, got an empty array']],
  [null, ['expected object, got null']],
])('%j', (value, problems) => {
  expect(problemsIn(schema, value).map(prose)).toEqual(problems)
})

it('needs options that one field tells apart', () => {
  expect(() => keyed([fields({ a: v.string(), b: v.string() })])).toThrow(/cannot be told apart/)
})
