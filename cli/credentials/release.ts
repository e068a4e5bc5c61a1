import { usageError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'

/**
 * Release of the binaries that writes the store. Release 0 does not know `realtime_url` and drops it from all profiles.
 */
export type LockRelease = 0 | 1

/** `SVC_CREDENTIALS_RELEASE=0` makes either binary write as the older release did; unset or `1` is this release. */
export function writingRelease(env: Io['env']): LockRelease {
  const value = envValue(env, 'SVC_CREDENTIALS_RELEASE')
  if (value === undefined || value === '1') return 1
  if (value === '0') return 0
  throw usageError('SVC_CREDENTIALS_RELEASE must be 0 (write as the older release) or 1')
}
