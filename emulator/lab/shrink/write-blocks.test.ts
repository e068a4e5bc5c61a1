import { describe, expect, it } from 'vitest'
import { generate } from '../../engine/world/generate.ts'
import { makeBlock } from './write-blocks.ts'

describe('a block for records that are alike', () => {
  it.each([
    [[{ org: 'acme' }, { org: 'acme' }], { count: 2, org: 'acme' }],
    [[{ alias: 'run-08' }, { alias: 'run-09' }, { alias: 'run-10' }], { count: 3, start: 8, alias: 'run-{n:2}' }],
    [
      [
        { alias: 'b9-x', n: 1 },
        { alias: 'b10-x', n: 1 },
      ],
      { count: 2, start: 9, alias: 'b{n}-x', n: 1 },
    ],
    [[{ alias: 'v2-1' }, { alias: 'v2-2' }], { count: 2, alias: 'v2-{n}' }],
  ])('of %j is %j, and generates them again', (records, block) => {
    expect(makeBlock(records)).toEqual(block)
    expect([...generate(makeBlock(records)!, 1)]).toEqual(records)
  })

  it.each([
    ['a field that only some have', [{ org: 'acme' }, { org: 'acme', alias: 'a' }]],
    ['other values', [{ role: 'read' }, { role: 'admin' }]],
    ['a gap', [{ alias: 'run-1' }, { alias: 'run-3' }]],
    [
      'two counters that differ',
      [
        { a: 'x-1', b: 'y-5' },
        { a: 'x-2', b: 'y-6' },
      ],
    ],
    ['a brace', [{ content: '{n}' }, { content: '{n}' }]],
    ['a field that a block would take for a choice', [{ value: { $pick: [1] } }, { value: { $pick: [1] } }]],
    ['a field that a block has itself', [{ count: 1 }, { count: 1 }]],
  ])('is not made for %s', (_, records) => expect(makeBlock(records)).toBeUndefined())
})
