/** A message quotes what a client sent, and must not grow with it. */
const MAX_MESSAGE = 1_000

/** A text as it is, or its start and an ellipsis, without half a character before it. `max`: UTF-16 units. */
export function shortened(text: string, max: number = MAX_MESSAGE): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
