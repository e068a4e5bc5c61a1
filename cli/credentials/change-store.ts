import { type Stats, statSync } from 'node:fs'
import { cite, citing } from '../shared/cite.ts'
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
 * Lets `change` alter the store as it is at this moment, and writes it whole. When `change` throws, nothing is written.
 * `defaultName` and `profiles` go on saying what was read.
 *
 * @throws ClientError what `readStore` and `rewriteFile` throw
 */
export async function changeStore<T>(io: Io, change: (store: OpenStore) => T): Promise<T> {
  const { file, directory } = credentialLocation(io.env)
  const release = writingRelease(io.env)
  const before = statSync(file, { throwIfNoEntry: false })
  const changed = await rewriteFile(file, {
    read: () => readChecked(file),
    change: (old = '') => {
      const read = parseCredentialFile(file, old)
      const result = change(opened(read))
      const text = serialize(read, release)
      return { result: { result, read, text }, text }
    },
  })
  // Reading a file that was there has warned already.
  const warning = before === undefined ? directoryWarning(directory) : undefined
  if (warning !== undefined) writeNote(io, warning)
  if (citing()) markWritten(file, before, changed)
  return changed.result
}

/** Clauses that a write shows, once the file is in its place. */
function markWritten(
  file: string,
  before: Stats | undefined,
  { read, text }: { readonly read: CredentialFile; readonly text: string },
): void {
  const { ino, mode } = statSync(file)
  // Another file stands there now: who has the old one open reads the old content to its end.
  if (before !== undefined && before.ino !== ino) cite('client.file.written-atomically')
  if ((mode & 0o777) === 0o600) cite('client.file.mode-0600')
  const kept = [...parseCredentialFile(file, text).profiles].filter(
    ([name, { apiKey }]) => read.profiles.get(name)?.apiKey === apiKey,
  )
  if (kept.length > 0) cite('client.file.rewritten-whole')
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
