/** Text as it may stand in HTML and XML, in an element or an attribute. Control characters have no place in XML. */
export function escapedMarkup(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '�')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
