/** Ids of clauses, and the groups that they stand in: `pagination` and `pagination.record` for `pagination.record.page-of-ten`. */
export function withGroups(ids: Iterable<string>): Set<string> {
  const names = new Set<string>()
  for (const id of ids) {
    const words = id.split('.')
    for (let count = 1; count <= words.length; count++) names.add(words.slice(0, count).join('.'))
  }
  return names
}
