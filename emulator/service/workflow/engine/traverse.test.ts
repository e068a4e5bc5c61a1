import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { traverse, type GraphReader } from './traverse.ts'

function readGraph(pairs: readonly (readonly [string, string])[]): GraphReader {
  const all = pairs.map(([from, to], i) => ({ edge: `e${i}`, from, to }))
  return {
    edges: (node) =>
      all
        .filter(({ from, to }) => from === node || to === node)
        .map(({ edge, from, to }) => ({ edge, other: from === node ? to : from })),
    ends: (element) => {
      const found = all.find(({ edge }) => edge === element)
      return found === undefined ? undefined : [found.from, found.to]
    },
  }
}

const chain = readGraph([
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'd'],
])

describe('traverse', () => {
  it('follows edges both ways, as far as the depth', () => {
    expect([...traverse(chain, 'b', 0, 10)!.ids]).toEqual(['b'])
    expect([...traverse(chain, 'b', 1, 10)!.ids].sort()).toEqual(['a', 'b', 'c', 'e0', 'e1'])
    expect([...traverse(chain, 'b', 9, 10)!.ids].sort()).toEqual(['a', 'b', 'c', 'd', 'e0', 'e1', 'e2'])
  })

  it('starts at both ends of an edge', () => {
    expect([...traverse(chain, 'e1', 0, 10)!.ids].sort()).toEqual(['b', 'c', 'e1'])
    expect([...traverse(chain, 'e1', 1, 10)!.ids].sort()).toEqual(['a', 'b', 'c', 'd', 'e0', 'e1', 'e2'])
  })

  it('answers nothing at all beyond the cap', () => {
    expect(traverse(chain, 'b', 1, 5)!.ids.size).toBe(5)
    expect(traverse(chain, 'b', 1, 4)).toBeUndefined()
    expect(traverse(chain, 'e1', 0, 2)).toBeUndefined()
  })

  it('never visits more than it may, and is whole whenever it answers', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(names, names), { maxLength: 15 }),
        fc.nat(6),
        fc.integer({ min: 1, max: 25 }),
        (pairs, depth, most) => {
          const graph = readGraph(pairs)
          const whole = traverse(graph, 'a', depth, Infinity)!
          const capped = traverse(graph, 'a', depth, most)
          expect(capped === undefined ? whole.ids.size > most : capped.ids.size === whole.ids.size).toBe(true)
          expect(whole.goesOn).toBe(traverse(graph, 'a', depth + 1, Infinity)!.ids.size > whole.ids.size)
        },
      ),
    )
  })
})
