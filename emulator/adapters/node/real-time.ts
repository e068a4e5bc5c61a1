/** Real time, for `clock: 'real'` and for durations. */
export const realTime = { now: (): number => performance.timeOrigin + performance.now() }
