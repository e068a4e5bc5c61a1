import { replaceInQuery } from '../../../emulator/engine/journal/redact.ts'

/** Replaces a secret in the query of a path by `***`, for output. */
export function withoutQuerySecrets(path: string): string {
  return replaceInQuery(path, (secret) => (secret === '' ? '' : '***'))
}
