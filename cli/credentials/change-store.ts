import { existsSync } from 'node:fs'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { directoryWarning, readChecked } from './checked-read.ts'
import { type CredentialFile, parseCredentialFile } from './credential-file.ts'
import { putProfile, removeProfile, serialize, setDefault } from './edit.ts'
import { credentialLocation } from './location.ts'
import type { Profile } from './profiles.ts'
import { writingRelease } from './release.ts'
import { rewriteFile } from './rewrite-file.ts'

export { parseCredentialFile } from './credential-file.ts'

/** The store while it is changed. */
export interface OpenStore extends Pick<CredentialFile, 'defaultName' | 'profiles'> {
  put(name: string, profile: Profile): void
  remove(name: string): void
  setDefault(name: string | null): void
}

/**
 * Reads the store, lets `change` alter it, and writes all of it. When `change` throws, nothing is written.
 * `defaultName` and `profiles` keep the values that were read.
 *
 * @throws ClientError what `readStore` and `rewriteFile` throw
 */
export async function changeStore<T>(io: Io, change: (store: OpenStore) => T): Promise<T> {
  const { file, directory } = credentialLocation(io.env)
  const release = writingRelease(io.env)
  const warned = existsSync(file)
  const result = await rewriteFile(file, {
    read: () => readChecked(file),
    change: (old = '') => {
      const read = parseCredentialFile(file, old)
      const answer = change(opened(read))
      return { result: answer, text: serialize(read, release) }
    },
  })
  // Reading a file that was there has warned already.
  const warning = warned ? undefined : directoryWarning(directory)
  if (warning !== undefined) writeNote(io, warning)
  return result
}

function opened(read: CredentialFile): OpenStore {
  return {
    defaultName: read.defaultName,
    profiles: read.profiles,
    put: (name, profile) => putProfile(read, name, profile),
    remove: (name) => removeProfile(read, name),
    setDefault: (name) => setDefault(read, name),
  }
}
