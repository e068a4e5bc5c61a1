/** The first few of many names: `a, b, c and 4 more`. */
export function listFew(names: readonly string[], most = 3): string {
  const more = names.length - most
  return more <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${more} more`
}
