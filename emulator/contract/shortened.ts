/** Longest message, since messages quote what a client sent. */
const MAX_MESSAGE = 1_000

/** A text, cut to `max` UTF-16 units with an ellipsis, but not inside a character. */
export function shortened(text: string, max: number = MAX_MESSAGE): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
