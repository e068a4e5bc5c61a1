/** Problem of an API key, or undefined. A key is sent in a header, which takes visible ASCII only. The problem does not repeat the key. */
export function apiKeyProblem(key: string): string | undefined {
  const at = key.search(/[^\x21-\x7e]/)
  if (at === -1) return key === '' ? 'is empty' : undefined
  return `holds a character at position ${at + 1} that a key cannot have (a space, a line break or one outside ASCII)`
}
