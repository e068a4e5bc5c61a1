import type { WireStream } from '../kernel/wire.ts'

/** A stream for every transport. */
export function wireStream(open: WireStream['open']): WireStream {
  return { open, readable: () => readable(open) }
}

function readable(open: WireStream['open']): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let closed = false
  let release: (() => void) | undefined
  const over = () => {
    closed = true
    release?.()
    release = undefined
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      release = open({
        write: (text) => {
          if (!closed) controller.enqueue(encoder.encode(text))
        },
        end: () => {
          if (closed) return
          controller.close()
          over()
        },
      })
      if (closed) over()
    },
    cancel: over,
  })
}
