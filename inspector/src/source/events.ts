/**
 * Yields the data of each server-sent event of a stream, wherever its chunks are split. Ends the stream when `signal`
 * aborts.
 */
export async function* eventData(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  // A stream that comes from no network does not know the signal of its request.
  signal?.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) yield data
    }
  }
}
