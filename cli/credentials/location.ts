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
