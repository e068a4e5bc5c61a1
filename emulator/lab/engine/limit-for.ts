/** Default time limit of a run of tests with a variant, with a margin for other runs at the same time. */
export const limitFor = (milliseconds: number): number => Math.max(10_000, 5 * milliseconds)
