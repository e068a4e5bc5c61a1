import type { SentenceChange } from '../../emulator/contract/changes.ts'

/** The least version of a contract with these changes since another version; the same where there are none. */
export function leastVersion(since: string, changes: readonly SentenceChange[]): string {
  const [major = 0, minor = 0, patch = 0] = since.split('.').map(Number)
  if (changes.some(breaks)) return `${major + 1}.0.0`
  if (changes.some(({ kind, effect }) => kind !== 'changed' || effect === 'widens')) return `${major}.${minor + 1}.0`
  return changes.length > 0 ? `${major}.${minor}.${patch + 1}` : since
}

function breaks({ kind, effect }: SentenceChange): boolean {
  return kind === 'removed' || effect === 'narrows' || effect === 'changes'
}
