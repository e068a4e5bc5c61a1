import type { FailedDelivery } from '../faults/definition.ts'

/** How an answer failed to reach its client, in the words of logs and lists: `200 (answer lost)`. */
export const deliveryText: Readonly<Record<FailedDelivery, string>> = {
  lost: 'answer lost',
  dropped: 'connection closed',
  reset: 'connection reset',
  cut: 'answer cut off',
  spoiled: 'answer not readable',
}
