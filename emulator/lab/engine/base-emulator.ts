import { didYouMean } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { given } from '../../engine/checking/given.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { findSecrets } from './secrets.ts'

/** Large enough to keep all entries of a run, which is judged by its calls. */
export const JOURNAL = { size: 100_000, bytes: 512 * 1024 * 1024 }

/** The emulator that experiments fork. */
export function baseEmulator(
  options: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings' | 'facts'>,
): Emulator {
  const { scenario, fixtures, seed, settings, facts } = options
  return createEmulator({
    ...given({ scenario, fixtures, seed, settings, facts }),
    // The subject may be a page of another origin.
    cors: true,
    journal: JOURNAL,
  })
}

/**
 * The key of the subject. Throws `EmulatorError` for a key that the world does not have: every call would be refused.
 */
export function keyFor(base: Emulator, key: string | undefined): string {
  if (key === undefined) return firstAdminKey(base)
  const known = findSecrets(hostOf(base).world)
  if (known.includes(key)) return key
  throw new EmulatorError(`the world has no key or token '${key}'${didYouMean(key, known)}`)
}

export function firstAdminKey(base: Emulator): string {
  const key = findAdminKey(base)
  if (key !== undefined) return key
  throw new EmulatorError('the world has no admin key to give to the subject; name one with `apiKey`')
}

/** Secret of the first admin key of the world; undefined where it has none. */
export function findAdminKey(base: Emulator): string | undefined {
  for (const { record } of hostOf(base).world.api_keys.rows()) if (record.role === 'admin') return record.key
  return undefined
}
