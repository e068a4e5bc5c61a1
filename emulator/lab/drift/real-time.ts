/** Date and random numbers of this machine, for runs against a service. Worlds have their own. */

/** A random name for a run. */
export function drawRun(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Date of this machine, `2026-11-23`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
