import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { findLimit } from '../../engine/kernel/limits.ts'
import { complete, listedRows } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import type { GraphElement } from '../../engine/world/tables/graph-elements.ts'
import { getOwningOrg } from './definitions.ts'
import { traverse, type GraphReader } from './engine/traverse.ts'
import { elementView, readEdges, findElement, otherEnd } from './graph.ts'
import { findSession } from './sessions.ts'

const depth = v.pipe(v.number(), v.integer(), v.minValue(0, 'expected 0 or more'))

export const querySessionGraph = command({
  engine: 'workflow',
  name: 'query_session_graph',
  summary:
    'Answer every element within `depth` edges of `start`, or all that are joined to it, whichever way the edges point, oldest first. Beyond its caps it refuses.',
  clauses: [],
  assumptions: ['A-47', 'A-408', 'A-323', 'A-418'],
  page: complete('elements', 'pagination.complete.query-session-graph'),
  params: { session_id: name, start: name, depth: v.optional(depth), kind: v.optional(v.picklist(['node', 'edge'])) },
  returns: { elements: v.array(elementView) },
  sample: { body: { session_id: 'run-01', start: '00000000-0000-4000-8000-000000000601', depth: 1 } },
  errors: ['forbidden', 'session_not_found', 'graph_traversal_limit_exceeded'],
  subject({ body }, ctx) {
    const session = findSession(ctx, body.session_id)
    return { session, start: findElement(ctx, session, 'start', body.start) }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject.session), 'read'),
  handle({ body, subject: { start } }, ctx) {
    const ids = walk(ctx, start, body.depth)
    if (ctx.follows('graph-query-without-start')) ids.delete(start.id)
    const rows = [...ids].map((id) => ctx.world.graph_elements.row(id)!)
    const { kind } = body
    return {
      rows: listedRows(rows),
      ...(kind !== undefined && { keep: (element: GraphElement) => element.kind === kind }),
    }
  },
})

function walk(ctx: Context, start: GraphElement, wanted: number | undefined): Set<string> {
  const most = findLimit(ctx.world, 'graph_elements')
  const deepest = findLimit(ctx.world, 'graph_depth')
  if (wanted !== undefined && wanted > deepest)
    throw exceeded('graph_depth', deepest, `The depth ${wanted} is above the cap of ${deepest}.`)
  const found = traverse(reader(ctx), start.id, wanted ?? deepest, most)
  if (found === undefined)
    throw exceeded(
      'graph_elements',
      most,
      `The query visits more than ${most} elements. Ask for a smaller depth or another start.`,
    )
  // Without a depth the whole graph is wanted: one that goes on beyond the cap would be answered in part.
  if (wanted === undefined && found.goesOn)
    throw exceeded('graph_depth', deepest, `The graph goes on beyond the cap of ${deepest} edges. Ask for a depth.`)
  return found.ids
}

function exceeded(limit: 'graph_depth' | 'graph_elements', max: number, message: string): ApiError {
  return new ApiError('graph_traversal_limit_exceeded', message, {
    limit: { name: limit, max },
    cites: ['pagination.graph.never-partial', 'A-8', 'A-408'],
  })
}

function reader(ctx: Context): GraphReader {
  const { world } = ctx
  const isOneWay = ctx.follows('edges-one-way')
  return {
    *edges(node) {
      for (const { record } of readEdges(world, node, isOneWay))
        yield { edge: record.id, other: otherEnd(record, node) }
    },
    ends(id) {
      const { from, to } = world.graph_elements.get(id)!
      return from === undefined ? undefined : [from, to!]
    },
  }
}
