import * as v from 'valibot'
import { fields } from '../checking/strict.ts'
import { count, described } from '../matching/schema-common.ts'
import { fault } from './definition.ts'

type TruncateArgument = true | { bytes: number }

export const truncate = fault<'truncate', TruncateArgument>({
  name: 'truncate',
  delivery: 'cut',
  argument: described(
    v.union([v.literal(true), fields({ bytes: count })]),
    'Cuts the body: half of it is sent, or so many bytes, then the connection closes. A body that is no longer than that arrives whole.',
    { bytes: 10 },
  ),
  // The whole length stays announced: the connection ends inside the body.
  http: ({ body }, cut) => ({ body: body && body.slice(0, kept(cut, body.length)) }),
  socket({ frames, end }, cut) {
    const left = frames.map((frame) => start(frame, cut))
    const isWhole = left.every((frame, i) => frame === frames[i])
    return isWhole ? {} : { frames: left, end: end ?? { by: 'abort' } }
  },
  inBatch: 'frame',
})

function kept(cut: TruncateArgument, length: number): number {
  return cut === true ? Math.floor(length / 2) : cut.bytes
}

/**
 * First bytes of a frame. A character that would be split is left out: a text frame holds whole ones (RFC 6455, 5.6).
 */
function start(frame: string, cut: TruncateArgument): string {
  const bytes = new TextEncoder().encode(frame)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice(0, kept(cut, bytes.length)), { stream: true })
}
