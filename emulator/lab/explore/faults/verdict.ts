import { exploreFault } from '../fault.ts'
import { whenOf } from '../points.ts'

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
  lesson: 'An answer with HTTP 200 can say `failure`: of a definition that is checked, `status` is the verdict.',
  at: (point, { units }) =>
    units.get(point.unit)?.verdict !== true
      ? []
      : [
          {
            what: 'the verdict is `failure`, with HTTP 200',
            triggers: [{ when: whenOf(point), do: [{ fail: { status: 200, body } }] }],
            accepts: { by: 'verdict' },
          },
        ],
})
