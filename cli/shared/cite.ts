import type { AssumptionId } from '../../emulator/contract/assumptions.ts'
import type { ClauseId } from '../../emulator/contract/clauses.ts'
import { appendFileSync } from 'node:fs'

type StatementId = ClauseId | AssumptionId

/** The variable by which a replayer asks the client it starts to say what it did. */
export const CITATIONS_VARIABLE = 'SVC_CLIENT_CITATIONS'

let report: string | undefined

/** From here on, what is cited is written to this file, one JSON line each; the first line says that this client reports. */
export function reportCitations(file: string | undefined): void {
  report = file
  if (file !== undefined) appendFileSync(file, '{"reports":1}\n', { mode: 0o600 })
}

/** True if citations are collected. Work that serves only citations is skipped otherwise. */
export function citing(): boolean {
  return report !== undefined
}

/** Says that these statements were seen to hold. Called after the step that decides; in ordinary use nothing listens. */
export function cite(...statements: readonly StatementId[]): void {
  if (report === undefined) return
  appendFileSync(report, statements.map((id) => `${JSON.stringify({ statement: id })}\n`).join(''))
}
