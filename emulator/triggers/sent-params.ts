import type { Exchange } from '../kernel/exchange.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What a request was given, as sent: query, body fields or command parameters, and path parameters (`me` still reads `me`).
 * A body that is no JSON object gives nothing; whether it has the right shape is for the kernel to say.
 */
export function sentParams(exchange: Exchange): Values {
  if (exchange.via === 'socket') return exchange.body
  return { ...queryOf(exchange.request.url), ...bodyOf(exchange), ...exchange.params }
}

function queryOf(url: string): Values {
  const start = url.indexOf('?')
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)))
}

function bodyOf(exchange: Exchange): Values {
  const { body } = exchange.request
  const text = exchange.unit?.transfer === 'upload' ? exchange.header('x-request-body') : body === null ? undefined : new TextDecoder().decode(body)
  if (text === undefined || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Values : {}
  } catch {
    return {}
  }
}

/** A wanted number or boolean that a query spells as text: `limit: 10` means `?limit=10` too. */
export function asSpelled(wanted: Values, sent: Values): Values {
  const spelled: Record<string, unknown> = { ...wanted }
  for (const name in wanted) {
    const value = wanted[name]
    if ((typeof value === 'number' || typeof value === 'boolean') && sent[name] === String(value)) spelled[name] = String(value)
  }
  return spelled
}
