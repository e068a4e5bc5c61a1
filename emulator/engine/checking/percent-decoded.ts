/** Decodes percent-encoding. Returns a text with a broken encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
