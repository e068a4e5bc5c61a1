/** Default time limit of a run with a variant, with a margin for other runs at the same time. The least one is for tests. */
export const limitFor = (milliseconds: number, least = 10_000): number => Math.max(least, 5 * milliseconds)
