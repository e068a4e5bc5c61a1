/** The text of an answer. Rejects when it has more than `max` bytes, without reading on. */
export async function boundedText(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  if (response.body === null) return text
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > max) throw new Error(`the answer has more than ${max} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
