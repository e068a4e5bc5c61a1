/** A table whose cells hold Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** A bar ends a cell, even within code; a line break ends its row. */
function cell(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?=[a-z…])(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/g, '&lt;')
    .trim()
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}
