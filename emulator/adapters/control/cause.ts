import { shortened } from '../../contract/shortened.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { percentDecoded } from '../../engine/checking/percent-decoded.ts'
import type { Cause } from '../../engine/journal/entry.ts'
import { describeChange } from '../../engine/journal/describe-change.ts'
import { redactText } from '../../engine/journal/redact.ts'
import { findHeader, type WireRequest } from '../../engine/kernel/wire.ts'
import { CONTROL } from '../../host/dispatch.ts'
import { VIA_HEADER } from '../../scenario/control-client/via-header.ts'
import type { ControlCall } from '../../host/control-api/call.ts'

const known = ['test', 'inspector', 'step'] as const

/** Cause of a control call's changes, for the journal. It has the name of a created record, and what a change or a trigger says. */
export function findCause(
  { method, path }: Pick<ControlCall, 'method' | 'path'>,
  { url, headers }: WireRequest,
  body?: unknown,
): Cause {
  const given = percentDecoded(findHeader(headers, VIA_HEADER) ?? '').replace(/\p{Cc}+/gu, ' ')
  const via = known.find((each) => given === each || given.startsWith(`${each} `)) ?? 'control'
  const named = method === 'POST' && path === '/state/:table' ? nameRecord(body) : nameChange(method, path, body)
  const did =
    via === given || via === 'control'
      ? `${via}: ${method} ${url.split('?', 1)[0]!.slice(CONTROL.length)}${named}`
      : given
  return { via, unit: `${method} ${path}`, did: shortened(redactText(did, undefined)) }
}

function nameChange(method: string, path: string, body: unknown): string {
  const says = (method === 'PATCH' && path.startsWith('/state/')) || path.startsWith('/triggers')
  return says && isObject(body) ? `: ${describeChange(body)}` : ''
}

function nameRecord(body: unknown): string {
  const name = isObject(body) ? (body['alias'] ?? body['id']) : undefined
  return typeof name === 'string' ? ` ${name}` : ''
}

/** Adds the body of the call to a cause. The cause of a step describes its change already. */
export function withBody(cause: Cause, body: object): Cause {
  return cause.via === 'step' ? cause : { ...cause, did: `${cause.did} ${describeChange(body)}` }
}
