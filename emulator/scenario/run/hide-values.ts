/** Shortest value that is hidden: shorter ones are words of any text, and no secrets. */
const SHORTEST_SECRET = 6

/** Replaces the values of variables by their names: `<MODEL_KEY>`. */
export function hideValues(text: string, variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).reduce(
    (hidden, [name, value]) => (value.length < SHORTEST_SECRET ? hidden : hidden.replaceAll(value, `<${name}>`)),
    text,
  )
}
