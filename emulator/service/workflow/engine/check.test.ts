import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { inOrder, findProblems } from './check.ts'

const node = (id: string) => ({ id, kind: 'task' })
const nodes = (...ids: string[]) => ids.map(node)
const edges = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }))

describe('findProblems', () => {
  it.each([
    ['a valid workflow', { nodes: nodes('a', 'b'), edges: edges('ab') }, []],
    ['nothing', { nodes: [], edges: [] }, [['empty', []]]],
    [
      'an edge and no nodes',
      { nodes: [], edges: edges('ab') },
      [
        ['empty', []],
        ['dangling_edge', ['a', 'b']],
      ],
    ],
    ['two nodes of one id', { nodes: nodes('a', 'b', 'a'), edges: [] }, [['duplicate_node', ['a']]]],
    ['an edge to nowhere', { nodes: nodes('a'), edges: edges('ax') }, [['dangling_edge', ['x']]]],
    ['an edge from nowhere to nowhere', { nodes: nodes('a'), edges: edges('xx') }, [['dangling_edge', ['x']]]],
    ['an edge to itself', { nodes: nodes('a'), edges: edges('aa') }, [['cycle', ['a']]]],
    [
      'a cycle with a way in and a way out',
      { nodes: nodes('s', 'a', 'b', 'c', 'e'), edges: edges('sa', 'ab', 'bc', 'ca', 'ce') },
      [['cycle', ['a', 'b', 'c']]],
    ],
  ])('%s', (_, body, expected) => {
    const found = findProblems(body).map(({ kind, nodes: named }) => [
      kind,
      kind === 'cycle' ? [...named].sort() : named,
    ])
    expect(found).toEqual(expected)
  })

  it('names a cycle in the direction of its edges', () => {
    expect(findProblems({ nodes: nodes('a', 'b', 'c'), edges: edges('ab', 'bc', 'ca') })[0]!.message).toMatch(
      /'a' -> 'b' -> 'c' -> 'a'|'b' -> 'c' -> 'a' -> 'b'|'c' -> 'a' -> 'b' -> 'c'/,
    )
  })

  it('tells of fifty mistakes of a kind, and how many more there are', () => {
    const twice = Array.from({ length: 60 }, (_, i) => `n${i}`).flatMap((id) => [node(id), node(id)])
    const problems = findProblems({
      nodes: twice,
      edges: Array.from({ length: 30_000 }, (_, i) => ({ from: 'n1', to: `x${i}` })),
    })
    expect(problems).toHaveLength(102)
    expect(problems[50]).toEqual({
      kind: 'duplicate_node',
      message: '10 further ids stand at several nodes.',
      nodes: [],
    })
    expect(problems.slice(-2)).toEqual([
      { kind: 'dangling_edge', message: "The edge from 'n1' to 'x49' names no node 'x49'.", nodes: ['x49'] },
      { kind: 'dangling_edge', message: '29950 further edges name nodes that there are not.', nodes: [] },
    ])
  })

  it('names each node of a cycle of ten, and the first again', () => {
    const names = 'abcdefghij'.split('')
    const around = edges(...names.map((name, at) => name + names[(at + 1) % 10]!))
    const { message } = findProblems({ nodes: nodes(...names), edges: around })[0]!
    expect(message.match(/'\w'/g)).toHaveLength(11)
    expect(message).not.toContain('...')
  })

  it('keeps the message of a long cycle short', () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => `n${i}`)
    const body = { nodes: ids.map(node), edges: ids.map((from, i) => ({ from, to: ids[(i + 1) % ids.length]! })) }
    const [problem] = findProblems(body)
    expect(problem!.nodes).toHaveLength(5_000)
    expect(problem!.message.length).toBeLessThan(200)
  })
})

describe('inOrder', () => {
  it('puts every node once, after all that lead to it', () => {
    const graphs = fc.integer({ min: 2, max: 12 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        pairs: fc.array(
          fc
            .tuple(fc.nat(size - 1), fc.nat(size - 1))
            .filter(([a, b]) => a !== b)
            .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
          { maxLength: 30 },
        ),
        shuffle: fc.shuffledSubarray(
          Array.from({ length: size }, (_, i) => i),
          { minLength: size },
        ),
      }),
    )
    fc.assert(
      fc.property(graphs, ({ pairs, shuffle }) => {
        const body = {
          nodes: shuffle.map((i) => node(`n${i}`)),
          edges: pairs.map(([a, b]) => ({ from: `n${a}`, to: `n${b}` })),
        }
        const { order, left } = inOrder(body)
        expect(left).toEqual([])
        expect([...order].sort()).toEqual(body.nodes.map(({ id }) => id).sort())
        for (const { from, to } of body.edges) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to))
      }),
      { numRuns: 200 },
    )
  })
})
