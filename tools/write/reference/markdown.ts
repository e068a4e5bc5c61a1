/** A table whose cells hold Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** A bar ends a cell, even within code; a line break ends its row. */
function cell(text: string): string {
  return prose(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Text of a terminal as Markdown, which would take `<folder>` for a tag, and leave it out. */
export function prose(text: string): string {
  return text.replaceAll(/<(?=[a-z…])(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/g, '&lt;')
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}
