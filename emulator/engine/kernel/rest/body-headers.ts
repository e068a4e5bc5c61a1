/** True for a `Content-Encoding` that leaves the body as it is. */
export function isIdentity(encoding: string): boolean {
  return encoding.split(',').every((each) => /^(?:identity)?$/i.test(each.trim()))
}

/** Says how to send another type than clients send by themselves. */
export function howToSend(type: string, wanted: string): string {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return ` (curl -d sends it so: add -H 'content-type: ${wanted}'${wanted === 'application/json' ? ', or write --json' : ''})`
  if (/^text\/plain\b/i.test(type)) return ` (fetch sends a string so: set the header content-type: ${wanted})`
  return /^multipart\//i.test(type) ? ` (forms are sent so: send the body itself, as ${wanted})` : ''
}

/** Says that a body is refused for its encoding. */
export function encodingText(encoding: string): string {
  return `The body has the Content-Encoding '${encoding}'; bodies are taken as they are: send it uncompressed.`
}
