import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { REDACTED } from '../../engine/journal/redact.ts'

/** A value in which `[redacted]` is what stood at the same place in the value that was sent. `path` is for messages. */
export function withRedacted(given: unknown, sent: unknown, path: string): unknown {
  if (typeof given === 'string')
    return given === REDACTED || given.endsWith(` ${REDACTED}`) ? secretIn(sent, path) : given
  if (typeof given !== 'object' || given === null) return given
  const at = (key: string | number): unknown =>
    typeof sent === 'object' && sent !== null ? (sent as Record<string | number, unknown>)[key] : undefined
  if (Array.isArray(given)) return given.map((item, index) => withRedacted(item, at(index), `${path}[${index}]`))
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, withRedacted(value, at(field), `${path}.${field}`)]),
  )
}

/** A path whose query says `[redacted]` where the one that was sent has a secret. */
export function withRedactedUrl(given: string, sent: string): string {
  const start = given.indexOf('?')
  if (start < 0) return given
  const pairs = pairsOf(sent)
  const query = given
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return value === REDACTED || value === encodeURIComponent(REDACTED)
        ? (secretIn(pairs.get(name), `changes.url, ${name}`) as string)
        : pair
    })
  return `${given.slice(0, start)}?${query.join('&')}`
}

function pairsOf(url: string): Map<string, string> {
  const query = url.split('?', 2)[1] ?? ''
  return new Map(query.split('&').map((pair) => [pair.split('=', 1)[0]!, pair]))
}

function secretIn(sent: unknown, path: string): unknown {
  if (sent !== undefined) return sent
  throw new EmulatorError(`${path}: '${REDACTED}' stands for a secret of the request, which had none there`)
}
