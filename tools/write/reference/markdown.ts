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

/** A row of a table with the word that names it elsewhere. */
export interface Row {
  readonly name: string
  readonly cells: readonly string[]
}

/**
 * A table of the rows that no earlier section of the page has, and below it the names of the others: `As for \`start\`: \`--seed\`.`
 * @param section - how other sections name this one
 * @param told - section by row; this adds its own
 */
export function tableOnce(
  section: string,
  head: readonly string[],
  rows: readonly Row[],
  told: Map<string, string>,
): string {
  const own = rows.filter(({ cells }) => !told.has(cells.join(' ')))
  const elsewhere = new Map<string, string[]>()
  for (const { name, cells } of rows.filter((row) => !own.includes(row))) {
    const owner = told.get(cells.join(' '))!
    elsewhere.set(owner, [...(elsewhere.get(owner) ?? []), code(name)])
  }
  for (const { cells } of own) told.set(cells.join(' '), section)
  const known = [...elsewhere].map(([owner, names]) => `as for ${owner}: ${names.join(', ')}`).join('; ')
  return [
    ...(own.length === 0
      ? []
      : [
          table(
            head,
            own.map(({ cells }) => cells),
          ),
        ]),
    ...(known === '' ? [] : [`A${known.slice(1)}.`]),
  ].join('\n\n')
}
