import { exploreFault } from '../fault.ts'
import { findGroupStart, orderSettings, chooseOrders } from '../orders.ts'

export const answerOrder = exploreFault({
  name: 'answer-order',
  group: 'order',
  clauses: ['realtime.speaks-json-rpc-2'],
  severity: 72,
  lesson: 'Answers of concurrent calls come in any order: match an answer to its call, and not by its position.',
  at: (point, baseline) => {
    const group = findGroupStart(point, baseline)
    return chooseOrders(group, baseline.start.seed).map((order) => answerOrder.inOrder!(group, order))
  },
  inOrder: (group, order) => ({
    variant: order.join('-'),
    what: `${group.length} concurrent calls are answered in another order`,
    order,
    settings: orderSettings(group, order, 'answered'),
    // No statement documents it for HTTP: connections are independent of each other.
    ...(group.every(({ via }) => via === 'http') && { clauses: [] }),
  }),
})
