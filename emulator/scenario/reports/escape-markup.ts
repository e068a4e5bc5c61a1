/** Characters that XML does not allow, and those that change the direction of text or break lines invisibly. */
const unfit =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Escapes text for elements and attributes of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(unfit, '\uFFFD').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
