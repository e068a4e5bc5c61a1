import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name, text } from '../../engine/world/tables/fields.ts'
import type { GraphElement } from '../../engine/world/tables/graph-elements.ts'
import { getOwningOrg } from './definitions.ts'
import { elementView, findElement } from './graph.ts'
import { findSession, recordSessionEvent } from './sessions.ts'

const kind = v.picklist(['node', 'edge'])

export const putSessionGraphElement = command({
  engine: 'workflow',
  name: 'put_session_graph_element',
  summary: 'Add a node or an edge to the graph of a session; with `element_id`, replace the label and the ends of one.',
  clauses: [],
  assumptions: ['A-47', 'A-348', 'A-379'],
  assumed: true,
  params: {
    session_id: name,
    element_id: v.optional(name),
    kind,
    label: text,
    from: v.optional(name),
    to: v.optional(name),
  },
  rules: [
    { field: 'kind', is: 'edge', needs: ['from', 'to'], reason: 'an edge needs it: the id of a node of this session' },
    { field: 'kind', is: 'node', refuses: ['from', 'to'], reason: 'only an edge has it' },
  ],
  returns: { element: elementView },
  sample: { body: { session_id: 'run-01', kind: 'node', label: 'Source' } },
  errors: ['forbidden', 'session_not_found'],
  subject({ body }, ctx) {
    const session = findSession(ctx, body.session_id)
    const find = (field: 'element_id' | 'from' | 'to') => {
      const id = body[field]
      return id === undefined ? undefined : findElement(ctx, session, field, id)
    }
    return { session, old: find('element_id'), from: find('from'), to: find('to') }
  },
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject.session), 'write'),
  handle({ body, subject: { session, old, from, to } }, ctx) {
    const { world } = ctx
    if (old !== undefined && old.kind !== body.kind)
      refuse('kind', `element '${old.id}' is ${withArticle(old.kind)} and cannot become ${withArticle(body.kind)}`)
    const fields = { label: body.label, ...joined(ctx, from, to) }
    const element =
      old === undefined
        ? world.graph_elements.create({ session_id: session.id, kind: body.kind, ...fields })
        : world.graph_elements.update(old.id, fields)
    recordSessionEvent(world, session.id, 'graph_element_put', { element_id: element.id, kind: element.kind })
    return { element }
  },
})

/** Ids of the two nodes that an edge joins; none for a node. The rules of the body make an edge name both. */
function joined(ctx: Context, from?: GraphElement, to?: GraphElement): { from?: string; to?: string } {
  if (from === undefined || to === undefined) return {}
  ctx.cite('A-323')
  return { from: nodeId('from', from), to: nodeId('to', to) }
}

function nodeId(field: 'from' | 'to', { kind: given, id }: GraphElement): string {
  return given === 'node' ? id : refuse(field, `'${id}' is an edge; an edge joins nodes`)
}

function refuse(field: string, reason: string): never {
  throw new ApiError('invalid_request_body', `'${field}': ${reason}.`, { cites: ['A-323'] })
}

function withArticle(word: GraphElement['kind']): string {
  return word === 'edge' ? 'an edge' : 'a node'
}
