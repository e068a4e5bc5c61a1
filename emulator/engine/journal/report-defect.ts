import type { JournalEntry } from './journal-entry.ts'
import { ownCommand } from '../checking/own-command.ts'

/** Remedy for a defect of the emulator. */
export const reportDefect = `Please report it: \`${ownCommand} doctor\` prints what a report needs, GET /__emulator/bundle (in process emulator.fetch('/__emulator/bundle')) gives the run as a file.`

export function defectText(defect: unknown): string {
  return defect instanceof Error ? (defect.stack ?? String(defect)) : String(defect)
}

/** Message about the defect behind an `internal_error`, which the answer does not tell. `asked`: request or call. */
export function describeDefect(asked: string, defect: string, isBeside: boolean): string {
  if (isBeside) return `${asked} was answered internal_error because the hook \`beside\` failed:\n${defect}`
  return `${asked} was answered internal_error because of a defect of the emulator:\n${defect}\n${reportDefect}`
}

/** Messages about the defects that entries tell, each once. */
export function describeDefects(entries: readonly JournalEntry[]): string[] {
  const messages = entries.flatMap(({ unit, request, beside, defect }) =>
    defect === undefined ? [] : [describeDefect(unit ?? `${request.method} ${request.url}`, defect, beside === true)],
  )
  return [...new Set(messages)]
}
