import { describe, expect, it } from 'vitest'
import { eachVariable, parsePath, readPath, substitute } from './variables.ts'

describe('substitute', () => {
  const variables = { id: 'abc', n: 7, none: null, list: [1] }
  it.each<[unknown, unknown]>([
    ['/orgs/${id}/x/${n}', '/orgs/abc/x/7'],
    ['${n}', 7],
    ['${none}', null],
    ['${list}', [1]],
    ['$${id} and ${id}', '${id} and abc'],
    [{ '${id}': ['${n}', { deep: '${id}' }] }, { abc: [7, { deep: 'abc' }] }],
    [{ '${id}': 1 }, { abc: 1 }],
    [
      { plain: true, cost: '$5 {x}' },
      { plain: true, cost: '$5 {x}' },
    ],
  ])('%j gives %j', (value, result) => {
    expect(substitute(value, variables)).toEqual(result)
  })

  it('refuses what was never saved, and names what was meant', () => {
    expect(() => substitute('${cursr}', { cursor: 'x' })).toThrow(
      "no variable 'cursr' has been saved, did you mean 'cursor'?",
    )
    expect(() => substitute('${toString}', {})).toThrow(/toString/)
  })
})

function usesIn(value: unknown, most = Infinity): { name: string; path: unknown }[] {
  const uses: { name: string; path: unknown }[] = []
  eachVariable(value, [], (name, path) => uses.push({ name, path }) < most)
  return uses
}

it('eachVariable finds each use with its path', () => {
  expect([...usesIn({ a: ['${x}', '$${no}'], '${k}': { b: 'in ${y} and ${x}' } })]).toEqual([
    { name: 'x', path: ['a', 0] },
    { name: 'k', path: ['${k}'] },
    { name: 'y', path: ['${k}', 'b'] },
    { name: 'x', path: ['${k}', 'b'] },
  ])
})

describe('paths', () => {
  it.each<[string, unknown]>([
    ['body.orgs[0].id', ['body', 'orgs', 0, 'id']],
    ['headers["x-a b"]', ['headers', 'x-a b']],
    ['headers.x-request-id', ['headers', 'x-request-id']],
    ['list[-1]', ['list', -1]],
    ['', undefined],
    ['a..b', undefined],
    ['a[x]', undefined],
    ['a b', undefined],
  ])('%j', (text, path) => {
    expect(parsePath(text)).toEqual(path)
  })

  it('reads values, and says what stopped it', () => {
    const root = { body: { orgs: [{ id: 1 }, { id: null }] } }
    expect(readPath(root, ['body', 'orgs', -1, 'id'])).toEqual({ value: null })
    expect(readPath(root, ['body', 'orgs', 2, 'id'])).toEqual({
      missing: 'body.orgs has no [2]: it is [{"id":1},{"id":null}]',
    })
    expect(readPath(root, ['text'])).toEqual({ missing: expect.stringContaining('the outcome has no text') })
    expect(readPath(root, ['body', 'toString'])).toHaveProperty('missing')
  })
})
