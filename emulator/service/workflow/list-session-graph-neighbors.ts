import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { listedRows, opaque, type RowSource } from '../../engine/kernel/pages.ts'
import type { Row } from '../../engine/world/row.ts'
import { name } from '../../engine/world/tables/fields.ts'
import type { GraphElement } from '../../engine/world/tables/graph-elements.ts'
import type { World } from '../../engine/world/world.ts'
import { getOwningOrg } from './definitions.ts'
import { elementView, readEdges, findElement, otherEnd } from './graph.ts'
import { findSession } from './sessions.ts'

export const listSessionGraphNeighbors = command({
  engine: 'workflow',
  name: 'list_session_graph_neighbors',
  summary:
    'List the nodes that an edge joins to a node, whichever way it points, each once; for an edge, the nodes it joins.',
  clauses: [],
  assumptions: ['A-47', 'A-323'],
  page: opaque('neighbors', {
    place: 'body',
    order: 'oldest',
    clause: 'pagination.opaque.list-session-graph-neighbors',
  }),
  params: { session_id: name, element_id: name },
  returns: { neighbors: v.array(elementView) },
  sample: { body: { session_id: 'run-01', element_id: '00000000-0000-4000-8000-000000000601', limit: 2 } },
  errors: ['forbidden', 'session_not_found'],
  subject({ body }, ctx) {
    const session = findSession(ctx, body.session_id)
    return { session, element: findElement(ctx, session, 'element_id', body.element_id) }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject.session), 'read'),
  handle({ subject: { session, element } }, ctx) {
    const { world } = ctx
    const isOneWay = ctx.follows('edges-one-way')
    const binding = [session.id, element.id]
    if (element.kind === 'edge') return { rows: findEnds(world, [element.from!, element.to!]), binding }
    ctx.cite('A-418')
    return {
      rows: { oldest: (after?: number) => readEdges(world, element.id, isOneWay, after), newest: () => [] },
      // The rows are edges, so that a page costs as much as it contains; a second edge to the same node is read and
      // left out.
      keep: (edge: GraphElement) => isFirstBetween(world, edge, isOneWay),
      view: (edge: GraphElement) => world.graph_elements.get(otherEnd(edge, element.id))!,
      binding,
    }
  },
})

function findEnds(world: World, ids: readonly string[]): RowSource<GraphElement> {
  const ends = [...new Set(ids)].map((id) => world.graph_elements.row(id)!)
  return listedRows<GraphElement>(ends as Row<GraphElement>[])
}

/** Checks that an edge is the oldest of those that join its two nodes. */
function isFirstBetween(world: World, edge: GraphElement, isOneWay: boolean): boolean {
  const oldestSeq = (from: string, to: string): number => {
    for (const row of world.graph_elements.by('pair', from, to).oldest()) return row.seq
    return Infinity
  }
  const own = world.graph_elements.row(edge.id)!.seq
  return own <= Math.min(oldestSeq(edge.from!, edge.to!), isOneWay ? Infinity : oldestSeq(edge.to!, edge.from!))
}
