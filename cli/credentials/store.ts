import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import type { OpenStore } from './change-store.ts'
import { directoryWarning, readChecked } from './checked-read.ts'
import { credentialLocation } from './location.ts'
import { readPlainForm } from './plain-form.ts'
import type { StoredProfiles } from './profiles.ts'

/**
 * Reads the credential store.
 *
 * @returns undefined where there is no file
 * @throws ClientError `INSECURE_CREDENTIALS_PERMISSIONS`, `CREDENTIALS_NOT_FOUND` (unusable)
 */
export async function readStore(io: Io): Promise<StoredProfiles | undefined> {
  const { file, directory } = credentialLocation(io.env)
  const checked = readChecked(file)
  if (checked === undefined) return undefined
  const warning = directoryWarning(directory)
  if (warning !== undefined) writeNote(io, warning)
  const store =
    readPlainForm(checked.text) ?? (await import('./change-store.ts')).parseCredentialFile(file, checked.text)
  for (const { apiKey } of store.profiles.values()) io.secrets.add(apiKey)
  return store
}

/**
 * Loads change-store.ts and calls its `changeStore`. Commands that only read do not load its libraries.
 *
 * @throws ClientError what `readStore` and `rewriteFile` throw
 */
export async function changeStore<T>(io: Io, change: (store: OpenStore) => T): Promise<T> {
  return (await import('./change-store.ts')).changeStore(io, change)
}
