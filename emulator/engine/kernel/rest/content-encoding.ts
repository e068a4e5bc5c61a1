/** True for a `Content-Encoding` that leaves the body as it is. */
export function isIdentity(encoding: string): boolean {
  return encoding.split(',').every((each) => /^(?:identity)?$/i.test(each.trim()))
}

/** Says that a body is refused for its encoding. */
export function encodingText(encoding: string): string {
  return `The body has the Content-Encoding '${encoding}'; bodies are taken as they are: send it uncompressed.`
}
