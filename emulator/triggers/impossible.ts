import type { Path, Problem } from '../diagnostics/problems.ts'
import { socketFaultKinds, type FaultKind } from '../kernel/faults.ts'
import type { Action, Trigger } from '../format/schema-triggers.ts'
import { utf8Length } from '../world/row.ts'

/** What of a trigger is well formed but can never happen. Paths start at the trigger. */
export function impossible({ when, do: given }: Trigger): Problem[] {
  const problems: Problem[] = []
  if (when.endpoint !== undefined && when.via === 'socket') {
    problems.push({ kind: 'value', path: ['when', 'via'], message: 'an endpoint is never called over a socket; name a command' })
  }
  const [from, to] = when.between ?? []
  if (from !== undefined && (typeof from === 'number' ? from > Number(to) : Date.parse(from) >= Date.parse(String(to)))) {
    problems.push({ kind: 'value', path: ['when', 'between'], message: `nothing lies between ${from} and ${to}` })
  }
  const httpOnly = when.endpoint !== undefined || when.via === 'http'
  const actions = Array.isArray(given) ? given.map((action, i) => [action, ['do', i]] as const) : [[given, ['do']] as const]
  return [...problems, ...actions.flatMap(([action, path]) => [...(httpOnly ? socketOnly(action, path) : []), ...unsendable(action, path)])]
}

function socketOnly(action: Action, path: Path): Problem[] {
  const kind = Object.keys(action)[0] as FaultKind
  if (!socketFaultKinds.has(kind)) return []
  return [{ kind: 'value', path: [...path, kind], message: 'only a socket can show this fault, and the trigger is about HTTP' }]
}

/** What a transport could not put on the wire. */
function unsendable(action: Action, path: Path): Problem[] {
  if ('close' in action) return closeProblems(action.close, [...path, 'close'])
  if (!('fail' in action) || !('status' in action.fail)) return []
  return Object.entries(action.fail.headers ?? {}).flatMap(([name, value]) => headerProblems(name, value, [...path, 'fail', 'headers', name]))
}

/** Codes that a close frame may carry (RFC 6455, 7.4, and the registry it sets up). */
function closeProblems({ code, reason = '' }: { code: number; reason?: string | undefined }, path: Path): Problem[] {
  const problems: Problem[] = []
  const sendable = code >= 3000 || (code <= 1014 && ![1004, 1005, 1006].includes(code))
  if (!sendable) problems.push({ kind: 'value', path: [...path, 'code'], message: `no close frame may carry ${code}${code === 1006 ? '; use `abort`' : ', expected 1000 to 1003, 1007 to 1014, or 3000 to 4999'}` })
  const bytes = utf8Length(reason)
  if (bytes > 123) problems.push({ kind: 'value', path: [...path, 'reason'], message: `expected at most 123 bytes of UTF-8, got ${bytes}` })
  return problems
}

function headerProblems(name: string, value: string, path: Path): Problem[] {
  if (/^(?:content-length|transfer-encoding)$/i.test(name)) {
    return [{ kind: 'value', path, message: 'the transport sets this header; `truncate` makes it wrong' }]
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [{ kind: 'value', path, message: `'${name}' is not the name of a header` }]
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [] : [{ kind: 'value', path, message: 'a header cannot hold this text' }]
}
