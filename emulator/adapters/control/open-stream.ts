import type { OpenStream } from '../../engine/kernel/wire.ts'

/** A stream that goes on, for every transport. */
export function openStream(open: OpenStream['open']): OpenStream {
  return { open, readable: () => readable(open) }
}

function readable(open: OpenStream['open']): ReadableStream<Uint8Array> {
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
