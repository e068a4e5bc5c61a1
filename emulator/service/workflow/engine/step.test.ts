import { describe, expect, it } from 'vitest'
import { step, type ExecutionChanges, type ExecutionInput, type ExecutionState } from './step.ts'

const body = {
  nodes: [
    { id: 'b', kind: 'task' },
    { id: 'a', kind: 'task' },
  ],
  edges: [{ from: 'a', to: 'b' }],
}
const queued: ExecutionState = { status: 'queued', plan: undefined }
const due = (definition: typeof body | undefined = body): ExecutionInput => ({ kind: 'due', body: definition })

/** Steps until nothing is left to do. */
function runOut(state: ExecutionState, input: ExecutionInput): ExecutionChanges[] {
  const all: ExecutionChanges[] = []
  let current = state
  do {
    const changes = step(current, input)
    all.push(changes)
    current = { status: changes.status, plan: changes.plan }
  } while (current.plan !== undefined && all.length < 20)
  return all
}

const kinds = (changes: readonly ExecutionChanges[]) =>
  changes.map(({ steps }) =>
    steps.map(({ kind, data }) => (data['node_id'] === undefined ? kind : `${kind} ${String(data['node_id'])}`)),
  )

describe('an execution', () => {
  it('runs one node at a time, in the order of the edges', () => {
    const changes = runOut(queued, due())
    expect(kinds(changes)).toEqual([
      ['execution_started', 'node_started a'],
      ['node_finished a', 'node_started b'],
      ['node_finished b', 'execution_succeeded'],
    ])
    expect(changes.map(({ status }) => status)).toEqual(['running', 'running', 'succeeded'])
  })

  it('fails at a node of kind fail, with the error that the node names', () => {
    const failing = {
      nodes: [
        { id: 'a', kind: 'task' },
        { id: 'b', kind: 'fail', config: { error: 'no_space' } },
        { id: 'c', kind: 'task' },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    }
    const changes = runOut(queued, due(failing as never))
    expect(changes.at(-1)).toMatchObject({ status: 'failed', error: 'no_space', plan: undefined })
    expect(kinds(changes).flat()).not.toContain('node_started c')
    const nameless = { nodes: [{ id: 'a', kind: 'fail' }], edges: [] }
    expect(runOut(queued, due(nameless as never)).at(-1)).toMatchObject({ status: 'failed', error: 'node_failed' })
  })

  it('fails at once when its definition is gone or cannot run', () => {
    expect(step(queued, { kind: 'due', body: undefined })).toMatchObject({
      status: 'failed',
      error: 'definition_deleted',
      plan: undefined,
    })
    expect(step(queued, due({ nodes: [], edges: [] }))).toMatchObject({
      status: 'failed',
      error: 'invalid_definition',
      plan: undefined,
    })
  })

  it('can be cancelled and made to fail while it is queued or runs', () => {
    const running: ExecutionState = { status: 'running', plan: { nodes: body.nodes, position: 0 } }
    for (const state of [queued, running]) {
      expect(step(state, { kind: 'cancel' })).toMatchObject({
        status: 'cancelled',
        error: null,
        plan: undefined,
        steps: [{ kind: 'execution_cancelled' }],
      })
      expect(step(state, { kind: 'fail', error: 'x' })).toMatchObject({ status: 'failed', error: 'x', plan: undefined })
    }
  })

  it.each(['succeeded', 'failed', 'cancelled'] as const)('stays as it is once it has %s', (status) => {
    for (const input of [due(), { kind: 'cancel' }, { kind: 'fail', error: 'x' }] as const) {
      expect(step({ status, plan: undefined }, input)).toEqual({ status, error: null, steps: [], plan: undefined })
    }
  })
})
