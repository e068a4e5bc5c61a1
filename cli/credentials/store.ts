import type { Io } from '../shared/io.ts'
import { obey } from '../shared/obey.ts'
import { readChecked } from './checked-read.ts'
import { type CredentialFile, parseCredentialFile } from './credential-file.ts'
import { serialize } from './edit.ts'
import { credentialLocation } from './location.ts'
import { writingRelease } from './release.ts'
import { rewriteFile } from './rewrite-file.ts'

/**
 * Reads the credential store.
 *
 * @returns undefined where there is no file
 * @throws ClientError `INSECURE_CREDENTIALS_PERMISSIONS`, `CREDENTIALS_NOT_FOUND` (unusable)
 */
export function readStore(io: Io): CredentialFile | undefined {
  obey('worker.reads-credential-file')
  const { file } = credentialLocation(io.env)
  const checked = readChecked(file)
  if (checked === undefined) return undefined
  const store = parseCredentialFile(file, checked.text)
  for (const { apiKey } of store.profiles.values()) io.secrets.add(apiKey)
  return store
}

/**
 * Lets `change` alter the store as it is at this moment, and writes it whole. When `change` throws, nothing is written.
 *
 * @throws ClientError what `readStore` and `rewriteFile` throw
 */
export async function changeStore<T>(io: Io, change: (store: CredentialFile) => T): Promise<T> {
  const { file } = credentialLocation(io.env)
  const release = writingRelease(io.env)
  return rewriteFile(file, {
    read: () => readChecked(file),
    change: (text = '') => {
      const store = parseCredentialFile(file, text)
      const result = change(store)
      return { result, text: serialize(store, release) }
    },
  })
}
