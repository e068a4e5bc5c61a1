import { exploreFault } from '../fault.ts'
import { triggerCondition } from '../points.ts'

const message = 'The definition was not accepted.'
const body = {
  status: 'failure',
  error: 'invalid_definition',
  message,
  problems: [{ kind: 'empty', message, nodes: [] }],
}

export const verdict = exploreFault({
  name: 'verdict',
  group: 'refusal',
  clauses: ['envelope.check-definition.answers-200', 'envelope.check-definition.failure-is-the-verdict'],
  severity: 65,
  lesson:
    'A check of a definition can answer HTTP 200 with `status: failure`: `status` is the verdict, and not the HTTP status.',
  at: (point, { units }) =>
    units.get(point.unit)?.verdict !== true
      ? []
      : [
          {
            what: 'the verdict is `failure`, with HTTP 200',
            triggers: [{ when: triggerCondition(point), do: [{ fail: { status: 200, body } }] }],
            accepts: { by: 'verdict' },
          },
        ],
})
