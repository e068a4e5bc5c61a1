import { describe, expect, it } from 'vitest'
import { generate } from './generate.ts'
import { generateProblems } from './generate-problems.ts'

describe('generate', () => {
  it('counts, pads, shifts and wraps', () => {
    const block = { count: 3, start: 9, alias: 'b-{n:5}', to: 'b-{n+1:5}', from: 'b-{n-1}', group: '{n%10}', text: '{{n}', org: 'acme' }
    expect([...generate(block, 1)]).toEqual([
      { alias: 'b-00009', to: 'b-00010', from: 'b-8', group: '9', text: '{n}', org: 'acme' },
      { alias: 'b-00010', to: 'b-00011', from: 'b-9', group: '0', text: '{n}', org: 'acme' },
      { alias: 'b-00011', to: 'b-00012', from: 'b-10', group: '1', text: '{n}', org: 'acme' },
    ])
  })

  it('makes values of other types, deep inside too', () => {
    const block = { count: 2, category: { $cycle: ['etl', 'bi'] }, data: { n: { $number: '{n}' }, list: ['x{n}'] }, on: true }
    expect([...generate(block, 1)]).toEqual([
      { category: 'etl', data: { n: 1, list: ['x1'] }, on: true },
      { category: 'bi', data: { n: 2, list: ['x2'] }, on: true },
    ])
  })

  it('draws the same from the same seed and other things from another', () => {
    const block = { count: 50, size: { $integer: { min: 1, max: 3 } }, kind: { $pick: ['a', 'b'] } }
    const first = [...generate(block, 7)]
    expect([...generate(block, 7)]).toEqual(first)
    expect([...generate(block, 8)]).not.toEqual(first)
    expect(new Set(first.map(({ size }) => size))).toEqual(new Set([1, 2, 3]))
    expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['a', 'b']))
  })
})

describe('generateProblems', () => {
  it.each<[Record<string, unknown>, string | undefined]>([
    [{ alias: 'b-{n:5}', value: '{"json": {"a": 1}}', brace: '{{m}' }, undefined],
    [{ alias: 'b-{m}' }, 'unknown counter {m}'],
    [{ alias: 'b-{n:}' }, 'unknown counter {n:}'],
    [{ alias: '{n%0}' }, 'divided by zero'],
    [{ kind: { $cycel: ['a'] } }, "unknown form '$cycel', did you mean '$cycle'?"],
    [{ kind: { $pick: [] } }, 'at least one value'],
    [{ kind: { $pick: ['a'], more: 1 } }, 'must stand alone'],
    [{ size: { $integer: { min: 3, max: 1 } } }, 'min not above max'],
    [{ size: { $number: 'x{n}' } }, 'spells a number'],
  ])('%j', (template, message) => {
    const found = generateProblems({ count: 1, ...template }).map((problem) => problem.message).join('\n')
    expect(found).toEqual(message === undefined ? '' : expect.stringContaining(message))
  })
})
