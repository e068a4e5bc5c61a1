import { exploreFault } from '../fault.ts'
import { findGroupStart, orderSettings, chooseOrders } from '../orders.ts'
import { isRead } from '../points.ts'

export const arrivalOrder = exploreFault({
  name: 'arrival-order',
  group: 'order',
  clauses: [],
  severity: 71,
  lesson: 'Concurrent requests arrive in any order: a write that depends on another has to wait for its answer.',
  at: (point, baseline) => {
    // A socket handles calls in the order of sending, and the order of reads leaves no trace.
    const group = findGroupStart(point, baseline)
    if (group.some(({ via }) => via === 'socket') || group.every(isRead)) return []
    return chooseOrders(group, baseline.start.seed).map((order) => arrivalOrder.inOrder!(group, order))
  },
  inOrder: (group, order) => ({
    variant: order.join('-'),
    what: `${group.length} concurrent requests are handled in another order`,
    order,
    settings: orderSettings(group, order, 'handled'),
    accepts: { by: 'race' },
  }),
})
