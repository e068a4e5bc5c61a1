/**
 * Text that comes from servers, clients and files, without what a terminal would obey: control characters, and those that change the
 * direction of what follows. The text of a JSON value stays what it is. Line ends are escaped too: nobody forges a line.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same for a text whose line ends are ours. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
