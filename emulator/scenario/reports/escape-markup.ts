import { printableLines } from '../../engine/checking/printable.ts'

/** Characters that XML does not allow, and that are not escaped as hidden ones. */
const unfit = /[\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Escapes text for elements and attributes of HTML and XML; hidden characters are escaped as on a terminal. */
export function escapeMarkup(text: string): string {
  return printableLines(text)
    .replace(unfit, '\uFFFD')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
