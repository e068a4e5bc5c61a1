import { isAssumptionId } from '../../contract/assumptions.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { printable } from '../../engine/checking/printable.ts'
import { entryLine } from '../../engine/journal/entry-line.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { quoted } from '../../scenario/run/words.ts'
import { findSource, refusalMessage } from '../../engine/journal/refusal.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** A request with its answer, and what explains the answer below: triggers, the sentence behind a refusal, hints. */
export function requestLines(entry: JournalEntry): string[] {
  return [`  ${entry.number}  ${entryLine(entry)}`, ...explain(entry).map((text) => `     ${text}`)].map(printable)
}

function explain(entry: JournalEntry): string[] {
  const { triggers, notes } = entry
  const reason = triggers.length > 0 ? [`trigger: ${triggers.join(', ')}`] : explainRefusal(entry)
  return [...reason, ...notes.map((note) => `note: ${note}`)]
}

/** The sentence of the specification, or where it is silent and no note says more, the message. */
function explainRefusal(entry: JournalEntry): string[] {
  const source = entry.error === null ? undefined : findSource(entry)
  if (source === undefined) return []
  if (!isAssumptionId(source)) return [`${findSentence(source)} (${source})`]
  const message = refusalMessage(entry)
  return message === undefined || entry.notes.length > 0 ? [] : [`${message} (${source})`]
}

/** The command that explains the failure. */
export function whyLines(again: readonly string[] | undefined): string[] {
  return again === undefined ? [] : [`Why: ${ownCommand} why -- ${again.map(quoted).join(' ')}`]
}
