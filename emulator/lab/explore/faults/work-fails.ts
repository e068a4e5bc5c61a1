import { exploreFault } from '../fault.ts'
import { triggerCondition } from '../points.ts'

export const workFails = exploreFault({
  name: 'work-fails',
  group: 'change',
  clauses: ['service.long-running-work-is-an-operation'],
  severity: 58,
  lesson: 'Long-running work can fail after it was accepted: read its status, and stop when it has ended.',
  at(point, { units }) {
    const returns = units.get(point.unit)?.returns ?? {}
    const starts = 'operation' in returns || point.unit === 'workflow.start_execution'
    if (!starts || point.unit.startsWith('GET ')) return []
    const change = { fail_operation: true as const }
    return [
      {
        what: 'the work that it starts fails',
        triggers: [{ when: { ...triggerCondition(point), at: 'after' as const }, do: [change] }],
        accepts: { by: 'failedWork', changes: [change] },
      },
    ]
  },
})
