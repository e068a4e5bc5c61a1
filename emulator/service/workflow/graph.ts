import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { graphElementRecord, type GraphElement } from '../../engine/world/tables/graph-elements.ts'
import type { Session } from '../../engine/world/tables/sessions.ts'
import type { Row } from '../../engine/world/row.ts'
import type { World } from '../../engine/world/world.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Graph element in answers: as it is stored. */
export const elementView = recordView('GraphElement', graphElementRecord.entries, [], ['A-47'])

/**
 * Finds an element of the graph of a session. The API has no code for a missing one: `invalid_request_body` names the
 * id.
 */
export function findElement(
  { world }: Pick<Context, 'world'>,
  session: Session,
  field: string,
  id: string,
): GraphElement {
  const element = world.graph_elements.get(id)
  if (element?.session_id === session.id) return element
  throw new ApiError(
    'invalid_request_body',
    `'${field}' names no graph element of session '${session.alias ?? session.id}': '${id}'.`,
    { cites: ['A-358'] },
  )
}

/** Reads the edges of a node, in either direction, each once, oldest first, from the one after `after`. */
export function* readEdges(
  world: World,
  nodeId: string,
  isOneWay: boolean,
  after?: number,
): Generator<Row<GraphElement>, void, undefined> {
  const outgoing = world.graph_elements.by('from', nodeId).oldest(after)
  const incoming = isOneWay ? [].values() : world.graph_elements.by('to', nodeId).oldest(after)
  let out = outgoing.next()
  let into = incoming.next()
  while (!out.done || !into.done) {
    const isOut = into.done || (!out.done && out.value.seq <= into.value.seq)
    const row = (isOut ? out.value : into.value) as Row<GraphElement>
    yield row
    // An edge from a node to itself is in both lists.
    if (!out.done && out.value.seq === row.seq) out = outgoing.next()
    if (!into.done && into.value.seq === row.seq) into = incoming.next()
  }
}

/** Id of the node that an edge leads to from `nodeId`. */
export function otherEnd(edge: GraphElement, nodeId: string): string {
  return edge.from === nodeId ? edge.to! : edge.from!
}
