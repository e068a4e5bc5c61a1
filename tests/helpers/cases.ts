/** Number of cases of a slow property: all, or the share in PROPERTY_CASES. */
export function cases(all: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(all * Number(process.env['PROPERTY_CASES'] ?? 1)) }
}
