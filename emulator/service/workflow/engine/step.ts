import type { DefinitionBody, WorkflowNode } from '../../../engine/world/tables/definitions.ts'
import type { Execution } from '../../../engine/world/tables/executions.ts'
import { inOrder, findProblems } from './check.ts'

/** Progress of executions: pure functions of world time, without records or transports. */

/** State of an execution: its nodes in the order in which they run, and the one that runs now. */
export interface ExecutionPlan {
  readonly nodes: readonly WorkflowNode[]
  readonly position: number
}

export interface ExecutionState {
  readonly status: Execution['status']
  /** Undefined until the execution has started. */
  readonly plan: ExecutionPlan | undefined
}

export type ExecutionInput =
  /** Due time: the execution starts, or its current node ends. */
  | { readonly kind: 'due'; readonly body: DefinitionBody | undefined }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'fail'; readonly error: string }

export interface ExecutionStep {
  readonly kind:
    | 'execution_queued'
    | 'execution_started'
    | 'node_started'
    | 'node_finished'
    | 'node_failed'
    | 'execution_succeeded'
    | 'execution_failed'
    | 'execution_cancelled'
  readonly data: Readonly<Record<string, unknown>>
}

export interface ExecutionChanges {
  readonly status: Execution['status']
  readonly error: string | null
  readonly steps: readonly ExecutionStep[]
  /** Node that runs next, for the time of one node; undefined for none. */
  readonly plan: ExecutionPlan | undefined
}

/** Computes the next state, and the events on the way. An execution that is over stays as it is. */
export function step(state: ExecutionState, input: ExecutionInput): ExecutionChanges {
  const { status, plan } = state
  if (status !== 'queued' && status !== 'running') return { status, error: null, steps: [], plan: undefined }
  if (input.kind === 'cancel') return over('cancelled', null, [{ kind: 'execution_cancelled', data: {} }])
  if (input.kind === 'fail') return failed(input.error, [])
  if (plan !== undefined) return finishNode(plan)
  const isStored = status === 'running'
  return begin(input.body, isStored ? [] : [{ kind: 'execution_started', data: {} }], isStored ? finishNode : runNode)
}

/** Begins the nodes of an execution. One that was stored as running has its first node behind it. */
function begin(
  body: DefinitionBody | undefined,
  steps: readonly ExecutionStep[],
  go: (plan: ExecutionPlan, steps: readonly ExecutionStep[]) => ExecutionChanges,
): ExecutionChanges {
  if (body === undefined) return failed('definition_deleted', steps)
  if (findProblems(body).length > 0) return failed('invalid_definition', steps)
  return go({ nodes: nodesInOrder(body), position: 0 }, steps)
}

function nodesInOrder(body: DefinitionBody): WorkflowNode[] {
  const byId = new Map(body.nodes.map((node) => [node.id, node]))
  return inOrder(body).order.map((id) => byId.get(id)!)
}

function runNode(plan: ExecutionPlan, steps: readonly ExecutionStep[]): ExecutionChanges {
  return { status: 'running', error: null, plan, steps: [...steps, { kind: 'node_started', data: nodeData(plan) }] }
}

function finishNode(plan: ExecutionPlan): ExecutionChanges {
  const node = plan.nodes[plan.position]!
  if (node.kind === 'fail') {
    const named = node.config?.['error']
    const error = typeof named === 'string' ? named : 'node_failed'
    return failed(error, [{ kind: 'node_failed', data: { ...nodeData(plan), error } }])
  }
  const finished: ExecutionStep = { kind: 'node_finished', data: nodeData(plan) }
  const next = { nodes: plan.nodes, position: plan.position + 1 }
  if (next.position < plan.nodes.length) return runNode(next, [finished])
  return over('succeeded', null, [finished, { kind: 'execution_succeeded', data: {} }])
}

function nodeData({ nodes, position }: ExecutionPlan): Readonly<Record<string, unknown>> {
  const { id, kind } = nodes[position]!
  return { node_id: id, node_kind: kind }
}

function failed(error: string, steps: readonly ExecutionStep[]): ExecutionChanges {
  return over('failed', error, [...steps, { kind: 'execution_failed', data: { error } }])
}

function over(status: Execution['status'], error: string | null, steps: readonly ExecutionStep[]): ExecutionChanges {
  return { status, error, steps, plan: undefined }
}

/** Counts the nodes that an execution of a definition runs. */
export function countNodes(body: DefinitionBody | undefined): number {
  return body === undefined || findProblems(body).length > 0 ? 0 : countRun(nodesInOrder(body))
}

/** Counts the nodes that an execution runs after the current one. */
export function countNodesLeft({ nodes, position }: ExecutionPlan): number {
  return countRun(nodes.slice(position)) - 1
}

/** Finds the first node that fails, which ends its execution. */
function countRun(nodes: readonly WorkflowNode[]): number {
  const failing = nodes.findIndex(({ kind }) => kind === 'fail')
  return failing < 0 ? nodes.length : failing + 1
}
