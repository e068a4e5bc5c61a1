import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditReport } from '../../lab/audit/audit.ts'

/** Names the folder in which workers of a run leave their audits for its reporter. */
const AUDITS_VARIABLE = 'SVC_EMULATOR_AUDITS'

/** Asks the workers of this run for their audits. Returns a function that reads and removes them. */
export function wantAudits(): () => AuditReport[] {
  const folder = join(tmpdir(), `svc-emulator-audits-${randomUUID()}`)
  process.env[AUDITS_VARIABLE] = folder
  return () => {
    if (!existsSync(folder)) return []
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    rmSync(folder, { recursive: true, force: true })
    return texts.map((text) => JSON.parse(text) as AuditReport)
  }
}

/** Leaves an audit for the reporter of the run; false if there is none. */
export function keepAudit(report: AuditReport): boolean {
  const folder = process.env[AUDITS_VARIABLE]
  if (folder === undefined) return false
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(report))
  return true
}
