import type { LabOrder } from '../../engine/world/lab-order.ts'
import type { Variant } from '../engine/variant.ts'

/** The order to other processes that puts variants in force. */
export function makeOrder(variants: readonly Variant[]): LabOrder {
  const all = variants.map(({ overlay: { settings = {} } }) => settings)
  const [broken, otherwise] = [all.flatMap((each) => each.broken ?? []), all.flatMap((each) => each.otherwise ?? [])]
  return {
    settings: {
      ...Object.assign({}, ...all),
      ...(broken.length > 0 && { broken }),
      ...(otherwise.length > 0 && { otherwise }),
    },
  }
}
