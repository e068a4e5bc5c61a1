import type { Exchange } from './asked.ts'

/** All secrets that were sent or answered: given keys, and keys and tokens that a run created. */
export function findSecrets(exchanges: readonly Exchange[], keys: readonly string[]): ReadonlySet<string> {
  const found = new Set(keys)
  for (const { asked } of exchanges)
    for (const value of Object.values(asked.caller.credentials)) found.add(value.replace(/^Bearer /, ''))
  for (const { observation } of exchanges) {
    if (observation.kind === 'failed') continue
    const text =
      observation.kind === 'http' ? new TextDecoder().decode(observation.bytes) : (observation.frames.at(-1) ?? '')
    for (const [, secret] of text.matchAll(/"(?:key|token)":\s*"([^"]{12,})"/g)) found.add(secret!)
  }
  return found
}
