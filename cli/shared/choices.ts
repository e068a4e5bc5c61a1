/** The words that a placeholder such as `pretty|json` offers; none for one that stands for anything. */
export function choicesIn(placeholder = ''): string[] {
  return /^[\w-]+(?:\|[\w-]+)+$/.test(placeholder) ? placeholder.split('|') : []
}
