const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Splits JSON text into `[kind, text]` pairs; punctuation and space have no kind. */
export function splitTokens(text: string): [kind: string | undefined, text: string][] {
  const pieces: [string | undefined, string][] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match
    if (match.index > end) pieces.push([undefined, text.slice(end, match.index)])
    pieces.push([tokenKind(whole, string, colon), whole])
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push([undefined, text.slice(end)])
  return pieces
}

function tokenKind(whole: string, string: string | undefined, colon: string | undefined): string {
  if (string !== undefined) return colon === undefined ? 'string' : 'key'
  return /^[tfn]/.test(whole) ? 'word' : 'number'
}
