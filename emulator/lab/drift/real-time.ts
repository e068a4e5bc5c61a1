/** The one room of drift where real time is: services live in it. Worlds have their own. */

/** Real milliseconds, for durations. */
export const now = (): number => performance.now()

/** Resolves after so many real milliseconds. */
export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds))

/** A name for a run that no other run has. */
export function drawRun(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Date of this machine, `2026-11-23`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
