/** Characters that XML cannot hold, and those that turn the direction of a line or break it unseen. */
const unfit =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Write text so that it may stand in HTML and XML, in an element or an attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(unfit, '\uFFFD').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
