import { shortened } from '../../contract/shortened.ts'
import type { TriggerReport } from '../../engine/triggers/triggers.ts'
import type { Frozen } from '../../engine/journal/journal-entry.ts'
import type { Trigger, When } from '../../engine/triggers/schema.ts'
import type { JournalMatch } from '../../engine/journal/match.ts'
import { plural } from '../../engine/checking/plural.ts'

/** Fields of a trigger's report that show if it fired, and which trigger it is. */
export interface Unfired extends Pick<TriggerReport, 'id' | 'matched' | 'fired'> {
  readonly name?: string | undefined
  /** Reason for which it never fired, such as the nearest request; older servers give none. */
  readonly not_fired?: string | undefined
  readonly problem?: string | undefined
  readonly trigger: Frozen<Trigger>
}

/** Message about triggers that should have fired and did not; undefined if there is none. */
export function neverFired(triggers: readonly Unfired[]): string | undefined {
  const lines = triggers
    .filter(({ fired, trigger }) => fired === 0 && trigger.optional !== true && trigger.enabled !== false)
    .map(
      ({ id, name = id, trigger: { when }, ...report }) =>
        `the trigger ${name} never fired: ${conditionText(when)}; ${attemptText(report)}`,
    )
  if (lines.length === 0) return undefined
  const shown = lines.slice(0, MAX_LINES)
  if (lines.length > MAX_LINES) shown.push(`and ${lines.length - MAX_LINES} triggers more`)
  return `${shown.join('\n')}\nexpected each trigger of a test to fire: write \`optional: true\` in one that need not`
}

const MAX_LINES = 10

/** Formats a condition: `GET /users/me, nth 2, caller ben`. */
export function conditionText({ endpoint, command, ...others }: Frozen<When | JournalMatch>): string {
  const conditions = Object.entries(others).map(([name, value]) => `${name} ${plainText(value)}`)
  const unit = [endpoint, command].filter((name) => name !== undefined)
  return shortened([...unit, ...conditions].join(', '), MAX_CONDITION)
}

const MAX_CONDITION = 200

function plainText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
}

function attemptText({
  matched,
  problem,
  not_fired: reason,
}: Pick<Unfired, 'matched' | 'problem' | 'not_fired'>): string {
  if (reason !== undefined) return reason
  if (problem !== undefined) return `its change failed: ${problem}`
  if (matched === 0) return 'no request matched'
  return `${plural(matched, 'request')} matched`
}
