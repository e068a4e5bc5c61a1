import { exploreFault } from '../fault.ts'
import { groupFrom, ordered, ordersOf } from '../orders.ts'

export const answerOrder = exploreFault({
  name: 'answer-order',
  group: 'order',
  clauses: ['realtime.speaks-json-rpc-2'],
  severity: 72,
  lesson:
    'Answers of calls that are under way together come in any order: each belongs to its own call, and none to a place in a row.',
  at: (point, baseline) => {
    const group = groupFrom(point, baseline)
    return ordersOf(group, baseline.start.seed).map((order) => answerOrder.inOrder!(group, order))
  },
  inOrder: (group, order) => ({
    variant: order.join('-'),
    what: `${group.length} calls that are under way together are answered in another order`,
    order,
    settings: ordered(group, order, 'answered'),
    // HTTP has no statement about it: connections know nothing of each other.
    ...(group.every(({ via }) => via === 'http') && { clauses: [] }),
  }),
})
