import * as v from 'valibot'
import type { Problem } from '../checking/problems.ts'
import { fields } from '../checking/strict.ts'
import { described } from '../matching/schema-common.ts'
import { utf8Length } from '../world/row.ts'
import { cannotShow, fault } from './definition.ts'

/** Maximum of bytes in the reason of a close frame (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123

export interface Close {
  code: number
  reason?: string | undefined
}

export const close = fault<'close', Close>({
  name: 'close',
  delivery: 'dropped',
  argument: described(
    fields({
      code: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999)),
      reason: v.optional(v.pipe(v.string(), v.maxLength(MAX_REASON_BYTES))),
    }),
    'Closes the socket with this code instead of answering.',
    { code: 1013, reason: 'try again later' },
  ),
  skipsHandler: true,
  problems: ({ code, reason = '' }) => [...codeProblems(code), ...reasonProblems(reason)],
  http: cannotShow('HTTP has no close frame: use `drop`, or `fail` with a status'),
  socket: ({ end }, { code, reason = '' }) => ({ frames: [], end: end ?? { by: 'close', code, reason } }),
  inBatch: 'frame',
})

/** Requires a code that a close frame may carry (RFC 6455, 7.4, and its registry). */
function codeProblems(code: number): Problem[] {
  const isSendable = code >= 3000 || (code <= 1014 && ![1004, 1005, 1006].includes(code))
  if (isSendable) return []
  return [
    {
      kind: 'value',
      path: ['code'],
      message: `no close frame may carry ${code}${code === 1006 ? '; use `abort`' : ', expected 1000 to 1003, 1007 to 1014, or 3000 to 4999'}`,
    },
  ]
}

function reasonProblems(reason: string): Problem[] {
  const bytes = utf8Length(reason)
  return bytes <= MAX_REASON_BYTES
    ? []
    : [
        {
          kind: 'value',
          path: ['reason'],
          message: `expected at most ${MAX_REASON_BYTES} bytes of UTF-8, got ${bytes}`,
        },
      ]
}
