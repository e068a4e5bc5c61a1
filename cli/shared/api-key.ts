/** What is wrong with an API key, or undefined. A key travels in a header, which holds visible ASCII only. The key is not repeated. */
export function apiKeyProblem(key: string): string | undefined {
  const at = key.search(/[^\x21-\x7e]/)
  if (at === -1) return key === '' ? 'is empty' : undefined
  return `holds a character at position ${at + 1} that a key cannot have (a space, a line break or one outside ASCII)`
}
