import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findHome, type Io } from '../shared/io.ts'

interface Location {
  /** `~/.svc` */
  readonly directory: string
  /** `~/.svc/credentials.yaml` */
  readonly file: string
}

export function credentialLocation(env: Io['env']): Location {
  const directory = join(findHome(env), '.svc')
  return { directory, file: join(directory, 'credentials.yaml') }
}

/** Tells whether there is a credential file. A home that cannot be found has none. */
export function isStored(env: Io['env']): boolean {
  try {
    return existsSync(credentialLocation(env).file)
  } catch {
    return false
  }
}
