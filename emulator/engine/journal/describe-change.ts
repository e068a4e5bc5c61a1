import { shortened } from '../../contract/shortened.ts'
import type { Cause, TriggeredChanges } from './entry.ts'
import { isSecretField, REDACTED, redactText } from './redact.ts'

/** Maximum of characters: a change may insert a thousand records. */
const MAX_LENGTH = 200

/** Describes a change, or any object, in one line without secrets: `delete sessions run-16`. */
export function describeChange(change: object): string {
  return shortened(line(change), MAX_LENGTH)
}

/** Formats a value without brackets. `isHidden`: its field is a secret. */
function line(value: unknown, isHidden = false): string {
  if (Array.isArray(value)) return value.map((item) => line(item, isHidden)).join(', ')
  if (typeof value !== 'object' || value === null) return isHidden && value !== null ? REDACTED : plain(value)
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${plain(name)} ${line(inner, isHidden || isSecretField(name))}`)
    .join(', ')
}

/** A text as in JSON, without its quotes: on one line, and without half a character. */
function plain(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(redactText(value, undefined)).slice(1, -1)
}

/** Cause of the changes that triggers made before or after a request, and the names of those triggers. */
export function findTriggerCause({ made }: TriggeredChanges): { readonly cause: Cause; readonly names: string[] } {
  const did = made.map(({ name, change }) => `trigger '${name}': ${describeChange(change)}`).join('; ')
  const names = [...new Set(made.map(({ name }) => name))]
  return { cause: { via: 'trigger', unit: 'change', did: shortened(did) }, names }
}
