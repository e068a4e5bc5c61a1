/** A text without its percent-encoding; one that holds a broken encoding as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
