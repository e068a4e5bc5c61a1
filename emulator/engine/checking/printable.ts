/** Characters that nobody sees, and that change what is seen: controls, changes of direction, those without width. */
const HIDDEN = '\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff'
const hidden = new RegExp(`[${HIDDEN}]`)
const allHidden = new RegExp(`[${HIDDEN}]`, 'g')
const notPrintable = new RegExp(`[\\u0000-\\u001f${HIDDEN}]`, 'g')

/**
 * Escapes what a terminal would interpret or hide in a text from servers, clients or files, and the beginning of a line
 * that a log of GitHub would obey (`::error::`). JSON text keeps its value. Line ends are escaped, too, so that no line
 * can be forged.
 */
export function printable(text: string): string {
  const lines = text.replace(/^(\s*):(?=:)/, '$1\\u003a').replaceAll('##[', '#\\u0023[')
  return lines.replace(notPrintable, escapeUnit)
}

/** Escapes each line of a text whose line ends are our own. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** True for a text with characters that nobody would see in a file. */
export function hasHidden(text: string): boolean {
  return hidden.test(text)
}

/** Where a text has its first hidden character, and how it is written so that it is seen. */
export function findHidden(text: string): { readonly offset: number; readonly shown: string } | undefined {
  const offset = text.search(hidden)
  return offset === -1 ? undefined : { offset, shown: escapeUnit(text[offset]!) }
}

/** Escapes hidden characters in the text of a file whose strings are quoted as in JSON where they have some. */
export function withoutHidden(text: string): string {
  return text.replace(allHidden, escapeUnit)
}

function escapeUnit(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
