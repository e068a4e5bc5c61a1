/** Date and chance of this machine, which only the run against a service needs. Worlds have their own. */

/** A name for a run that no other run has. */
export function drawRun(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Date of this machine, `2026-11-23`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
