import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { compareNumbers, compareStrings, Tree } from './btree.ts'

/** Expected content of a tree. */
type Model = Map<number, string>

interface Pair {
  readonly tree: Tree<number, string>
  readonly model: Model
}

const key = fc.integer({ min: 0, max: 400 })
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ set: key }) },
  { weight: 3, arbitrary: fc.record({ run: key, length: fc.integer({ min: 1, max: 120 }) }) },
  { weight: 6, arbitrary: fc.record({ delete: key }) },
  { weight: 3, arbitrary: fc.record({ clear: key, length: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 1, arbitrary: fc.record({ clone: fc.nat(), to: fc.nat() }) },
)

function expectSame({ tree, model }: Pair, probe: number): void {
  const keys = [...model.keys()].toSorted(compareNumbers)
  expect(tree.size).toBe(keys.length)
  expect([...tree.values()]).toEqual(keys.map((each) => model.get(each)))
  expect(tree.minKey()).toBe(keys[0])
  expect(tree.get(probe)).toBe(model.get(probe))
  expect(tree.nextHigherKey(probe)).toBe(keys.find((each) => each > probe))
  expect([...tree.values(probe)]).toEqual(keys.filter((each) => each >= probe).map((each) => model.get(each)))
  expect([...tree.keys(probe)]).toEqual(keys.filter((each) => each >= probe))
  expect([...tree.keysBefore(probe)]).toEqual(keys.filter((each) => each < probe).toReversed())
}

function put({ tree, model }: Pair, at: number, value: string): void {
  tree.set(at, value)
  model.set(at, value)
}

describe('an ordered map', () => {
  it('holds what was set and not deleted, in order, however it was cloned before', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), key, (changes, probe) => {
        const pairs: Pair[] = [{ tree: new Tree(compareNumbers), model: new Map() }]
        let current = pairs[0]!
        for (const [n, each] of changes.entries()) {
          if ('set' in each) put(current, each.set, `${n}`)
          else if ('run' in each) for (let i = 0; i < each.length; i++) put(current, each.run + i, `${n}`)
          else if ('delete' in each) expect(current.tree.delete(each.delete)).toBe(current.model.delete(each.delete))
          else if ('clear' in each)
            for (let i = 0; i < each.length; i++)
              expect(current.tree.delete(each.clear + i)).toBe(current.model.delete(each.clear + i))
          else {
            const origin = pairs[each.clone % pairs.length]!
            pairs.push({ tree: origin.tree.clone(), model: new Map(origin.model) })
            current = pairs[each.to % pairs.length]!
          }
        }
        for (const pair of pairs) expectSame(pair, probe)
      }),
      cases(300),
    )
  })

  it.each([
    ['upwards', 1],
    ['downwards', -1],
  ])('is emptied %s, and can be filled again', (_, step) => {
    const tree = new Tree<number, number>(compareNumbers)
    const keys = Array.from({ length: 3_000 }, (_each, n) => n)
    for (const each of keys) tree.set(each, each)
    const before = tree.clone()
    for (const each of step > 0 ? keys : keys.toReversed()) expect(tree.delete(each)).toBe(true)
    expect([tree.size, tree.minKey(), [...tree.values()]]).toEqual([0, undefined, []])
    tree.set(7, 7)
    expect([...tree.keys(0)]).toEqual([7])
    expect([...before.values()]).toEqual(keys)
  })

  it('puts the new key in the place of an equal one', () => {
    const tree = new Tree<{ id: string; version: number }, undefined>((a, b) => compareStrings(a.id, b.id))
    for (let n = 0; n < 100; n++) tree.set({ id: `${n}`, version: 1 }, undefined)
    tree.set({ id: '50', version: 2 }, undefined)
    expect(tree.size).toBe(100)
    expect([...tree.keys({ id: '50', version: 0 })][0]).toEqual({ id: '50', version: 2 })
    expect(tree.minKey()).toEqual({ id: '0', version: 1 })
    expect([...tree.keys()]).toHaveLength(100)
  })

  // After a deletion a node may begin with a key other than the one that leads to it.
  it.each([2, 3, 33])('is walked from every key, and from what stood between them, when each %i-th is left', (step) => {
    const tree = new Tree<number, string>(compareNumbers)
    const all = Array.from({ length: 1_500 }, (_, n) => n)
    for (const each of all) tree.set(each, `${each}`)
    for (const each of all) if (each % step !== 0) expect(tree.delete(each)).toBe(true)
    const left = all.filter((each) => each % step === 0)
    expect([...tree.values()]).toEqual(left.map(String))
    const found = all.map((probe) => [
      tree.keysBefore(probe).next().value,
      tree.keys(probe).next().value,
      tree.values(probe).next().value,
      tree.nextHigherKey(probe),
      tree.get(probe),
      tree.delete(probe + 0.5),
    ])
    expect(found).toEqual(
      all.map((probe) => {
        const [before, from, after] = [
          left[Math.ceil(probe / step) - 1],
          left[Math.ceil(probe / step)],
          left[Math.floor(probe / step) + 1],
        ]
        return [before, from, from?.toString(), after, probe === from ? String(probe) : undefined, false]
      }),
    )
    expect([...tree.keysBefore(9_999)]).toEqual(left.toReversed())
    expect(tree.size).toBe(left.length)
  })
})
