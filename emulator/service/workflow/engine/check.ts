import { countValues } from '../../../engine/checking/counts.ts'
import type { DefinitionBody } from '../../../engine/world/tables/definitions.ts'

/** Problem of a workflow. */
interface DefinitionProblem {
  readonly kind: 'empty' | 'duplicate_node' | 'dangling_edge' | 'cycle'
  readonly message: string
  /** Ids of the nodes concerned. */
  readonly nodes: readonly string[]
}

/**
 * Finds all problems that make a workflow impossible to run, in order: no nodes, duplicate nodes, dangling edges,
 * cycles.
 */
export function findProblems(body: DefinitionBody): DefinitionProblem[] {
  if (body.nodes.length === 0)
    return [{ kind: 'empty', message: 'The workflow has no nodes.', nodes: [] }, ...dangling(body)]
  return [...duplicates(body), ...dangling(body), ...cycles(body)]
}

function duplicates({ nodes }: DefinitionBody): DefinitionProblem[] {
  return reportSome(
    [...countValues(nodes.map(({ id }) => id))].filter(([, count]) => count > 1),
    (more) => ({ kind: 'duplicate_node', message: `${more} further ids stand at several nodes.`, nodes: [] }),
    ([id, count]) => ({
      kind: 'duplicate_node',
      message: `${count} nodes have the id '${id}'.`,
      nodes: [id],
    }),
  )
}

/** Number of problems of one kind that are reported one by one. */
const MAX_REPORTED = 50

/**
 * Makes a problem for each of the first items, and one for all others, so that an answer does not grow with the
 * mistakes.
 */
function reportSome<T>(
  wrong: readonly T[],
  rest: (more: number) => DefinitionProblem,
  make: (item: T) => DefinitionProblem,
): DefinitionProblem[] {
  const more = wrong.length - MAX_REPORTED
  return [...wrong.slice(0, MAX_REPORTED).map(make), ...(more > 0 ? [rest(more)] : [])]
}

function dangling({ nodes, edges }: DefinitionBody): DefinitionProblem[] {
  const known = new Set(nodes.map(({ id }) => id))
  const wrong = edges.filter(({ from, to }) => !known.has(from) || !known.has(to))
  return reportSome(
    wrong,
    (more) => ({ kind: 'dangling_edge', message: `${more} further edges name nodes that there are not.`, nodes: [] }),
    ({ from, to }) => {
      const missing = [...new Set([from, to])].filter((id) => !known.has(id))
      const names = missing.map((id) => `'${id}'`).join(' and ')
      return {
        kind: 'dangling_edge',
        message: `The edge from '${from}' to '${to}' names no node ${names}.`,
        nodes: missing,
      }
    },
  )
}

function cycles(body: DefinitionBody): DefinitionProblem[] {
  const left = inOrder(body).left
  if (left.length === 0) return []
  const cycle = cycleAmong(body, left)
  const shown = cycle.length > MAX_SHOWN ? [...cycle.slice(0, MAX_SHOWN), '...'] : [...cycle, cycle[0]!]
  return [
    { kind: 'cycle', message: `The nodes ${shown.map((id) => `'${id}'`).join(' -> ')} form a cycle.`, nodes: cycle },
  ]
}

/** Number of nodes of a cycle that its message names. */
const MAX_SHOWN = 10

/** Follows edges backwards among nodes that each wait for another, until a node comes again. */
function cycleAmong({ edges }: DefinitionBody, waiting: readonly string[]): string[] {
  const within = new Set(waiting)
  const before = new Map<string, string>()
  for (const { from, to } of edges) if (within.has(from) && within.has(to)) before.set(to, from)
  const seen: string[] = []
  const position = new Map<string, number>()
  let at = waiting[0]!
  while (!position.has(at)) {
    position.set(at, seen.length)
    seen.push(at)
    at = before.get(at)!
  }
  return seen.slice(position.get(at)).reverse()
}

/**
 * Sorts node ids so that every edge points forward; of several that could come next, the one written first. `left`
 * contains the nodes on a cycle, or behind one.
 */
export function inOrder({ nodes, edges }: DefinitionBody): { order: string[]; left: string[] } {
  const next = new Map<string, string[]>()
  const waits = new Map<string, number>(nodes.map(({ id }) => [id, 0]))
  for (const { from, to } of edges) {
    if (!waits.has(from) || !waits.has(to)) continue
    waits.set(to, waits.get(to)! + 1)
    const follow = next.get(from)
    if (follow === undefined) next.set(from, [to])
    else follow.push(to)
  }
  const order: string[] = []
  let ready = [...waits.keys()].filter((id) => waits.get(id) === 0)
  while (ready.length > 0) {
    const freed: string[] = []
    for (const id of ready) {
      order.push(id)
      for (const to of next.get(id) ?? []) {
        waits.set(to, waits.get(to)! - 1)
        if (waits.get(to) === 0) freed.push(to)
      }
    }
    ready = freed
  }
  return { order, left: [...waits.keys()].filter((id) => waits.get(id)! > 0) }
}
