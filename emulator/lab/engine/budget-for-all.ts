/** Time in which all would be tried if each takes as long as those before, in whole minutes; undefined where nothing is left. */
export function budgetForAll(tried: number, left: number, tookMs: number): string | undefined {
  if (left === 0 || tried === 0) return undefined
  return `${Math.ceil((tookMs * (tried + left)) / tried / 60_000)}m`
}
