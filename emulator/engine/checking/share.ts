/** Formats a share in percent, rounded down, so that `100.0 %` is said of all alone: 1,999 of 2,000 are `99.9 %`. */
export function formatShare(part: number, of: number): string {
  const tenths = of === 0 ? 1000 : Math.floor((1000 * part) / of)
  return `${(tenths / 10).toFixed(1)} %`
}

/** True if `part` is at least `min` percent of `of`. Counts are compared: 57 of 100 are 57 percent. */
export function reaches(part: number, of: number, min: number): boolean {
  return 100 * part >= min * of
}
