import type { PiecesStream, WireResponse } from '../../engine/kernel/wire.ts'
import { Raw } from './definition.ts'

/** Characters of a piece: a fraction of a millisecond to write. */
const PIECE = 16 * 1024

/** An answer whose text is long, as it is taken by the client: written in one go, 64 MB would hold everybody else up. */
export function inPieces(type: string, texts: Iterable<string>): Raw {
  const headers: WireResponse['headers'] = ['content-type', type, 'cache-control', 'no-store']
  const pieces = joined(texts)
  const stream: PiecesStream = { pieces, readable: () => readable(pieces) }
  return new Raw({ status: 200, headers, body: null, stream })
}

/** The same for JSON, with the end of its line. */
export function jsonInPieces(texts: Iterable<string>): Raw {
  return inPieces('application/json', ended(texts))
}

function* ended(texts: Iterable<string>): Generator<string, void> {
  yield* texts
  yield '\n'
}

/** JSON of a list of texts, each of which is JSON. */
export function* listText(texts: Iterable<string>): Generator<string, void> {
  yield '['
  let separator = ''
  for (const text of texts) {
    yield `${separator}${text}`
    separator = ','
  }
  yield ']'
}

/** The same text in pieces of some size, so that a thousand short ones are not written one by one. */
function* joined(texts: Iterable<string>): Generator<string, void> {
  let held: string[] = []
  let length = 0
  for (const text of texts) {
    held.push(text)
    length += text.length
    if (length < PIECE) continue
    yield held.join('')
    held = []
    length = 0
  }
  if (length > 0) yield held.join('')
}

function readable(pieces: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      cancel: () => void pieces.return?.(),
    },
    { highWaterMark: 0 },
  )
}
