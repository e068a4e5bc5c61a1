import * as v from 'valibot'
import { markScopedKey } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { definitionBody } from '../../engine/world/tables/definitions.ts'
import { findProblems } from './engine/check.ts'
import { assumed, citeFields } from '../../engine/kernel/unit/assumed.ts'

const problem = v.strictObject({
  kind: v.picklist(['empty', 'duplicate_node', 'dangling_edge', 'cycle']),
  message: v.string(),
  nodes: v.array(v.string()),
})

export const checkDefinition = command({
  engine: 'workflow',
  name: 'check_definition',
  summary:
    'Tell whether a workflow can run. The verdict is the payload: `failure` with its problems still answers HTTP 200.',
  clauses: [],
  assumptions: ['A-26'],
  verdict: true,
  params: { body: definitionBody },
  returns: {
    status: v.picklist(['success', 'failure']),
    error: v.optional(v.literal('invalid_definition')),
    message: v.optional(v.string()),
    problems: assumed(v.optional(v.array(problem)), 'A-319'),
  },
  sample: { body: { body: { nodes: [{ id: 'fetch', kind: 'task' }], edges: [{ from: 'fetch', to: 'nowhere' }] } } },
  handle({ body: { body } }, ctx) {
    markScopedKey(ctx)
    const problems = findProblems(body)
    if (problems.length === 0) return { status: 'success' }
    ctx.cite('envelope.check-definition.failure-is-the-verdict')
    citeFields(ctx, 'A-319')
    return {
      status: 'failure',
      error: 'invalid_definition',
      message: problems.map(({ message }) => message).join(' '),
      problems,
    }
  },
})
