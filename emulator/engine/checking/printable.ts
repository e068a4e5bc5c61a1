/**
 * Escapes what a terminal would interpret in a text from servers, clients or files: control characters and changes of
 * direction, and the beginning of a line that a log of GitHub would obey (`::error::`). JSON text keeps its value. Line
 * ends are escaped, too, so that no line can be forged.
 */
export function printable(text: string): string {
  const lines = text.replace(/^(\s*):(?=:)/, '$1\\u003a').replaceAll('##[', '#\\u0023[')
  // oxlint-disable-next-line no-control-regex
  return lines.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Escapes each line of a text whose line ends are our own. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
