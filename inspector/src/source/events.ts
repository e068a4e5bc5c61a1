/** The data of each event of a stream of server-sent events, whose parts may end anywhere. Ends the stream when `signal` says so. */
export async function* eventData(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  // A stream that no network carries knows nothing of the signal of its request.
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
