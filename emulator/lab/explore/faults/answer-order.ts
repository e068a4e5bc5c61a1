import { exploreFault } from '../fault.ts'
import { groupFrom, ordered, chooseOrders } from '../orders.ts'

export const answerOrder = exploreFault({
  name: 'answer-order',
  group: 'order',
  clauses: ['realtime.speaks-json-rpc-2'],
  severity: 72,
  lesson: 'Answers of concurrent calls come in any order: match an answer to its call, and not by its position.',
  at: (point, baseline) => {
    const group = groupFrom(point, baseline)
    return chooseOrders(group, baseline.start.seed).map((order) => answerOrder.inOrder!(group, order))
  },
  inOrder: (group, order) => ({
    variant: order.join('-'),
    what: `${group.length} concurrent calls are answered in another order`,
    order,
    settings: ordered(group, order, 'answered'),
    // HTTP has no statement about it: connections know nothing of each other.
    ...(group.every(({ via }) => via === 'http') && { clauses: [] }),
  }),
})
