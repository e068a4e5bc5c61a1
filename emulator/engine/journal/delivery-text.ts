import type { UnusualDelivery } from './entry.ts'

/** Says how the answer of an entry was delivered, beside its status: `answer lost`, `client left`, `held`. */
export function deliveryText(delivery: UnusualDelivery): string {
  if (delivery === 'held') return 'held'
  return delivery === 'gave up' ? 'client left' : `answer ${delivery}`
}

/** Status, error and delivery of an entry: `200 (client left)`, `404 org_not_found`, `(held)`. */
export function answeredText({
  response,
  error,
  delivery,
}: {
  readonly response: { readonly status: number } | null
  readonly error: string | null
  readonly delivery?: UnusualDelivery
}): string {
  const status = response?.status ?? (delivery === 'held' ? undefined : 'no answer')
  return [status, error, delivery && `(${deliveryText(delivery)})`].filter(Boolean).join(' ')
}
