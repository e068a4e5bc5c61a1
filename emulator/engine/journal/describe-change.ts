import { shortened } from '../../contract/shortened.ts'
import type { Cause, TriggeredChanges } from './entry.ts'
import { redactText } from './redact.ts'

/** Maximum of characters: a change may insert a thousand records. */
const MAX_LENGTH = 200

/** Describes a change, or any object, in one line without secrets: `delete sessions run-16`. */
export function describeChange(change: object): string {
  const json = redactText(JSON.stringify(change), undefined)
  return shortened(
    json
      .replaceAll('":', ' ')
      .replace(/[[\]{}"]/g, '')
      .replaceAll(',', ', '),
    MAX_LENGTH,
  )
}

/** Cause of the changes that triggers made before or after a request, and the names of those triggers. */
export function findTriggerCause({ made }: TriggeredChanges): { readonly cause: Cause; readonly names: string[] } {
  const did = made.map(({ name, change }) => `trigger '${name}': ${describeChange(change)}`).join('; ')
  const names = [...new Set(made.map(({ name }) => name))]
  return { cause: { via: 'trigger', unit: 'change', did: shortened(did) }, names }
}
