import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { globSync } from 'tinyglobby'
import { isAssumptionId } from '../../../emulator/contract/assumptions.ts'
import { type ContractStamp, contractStamp } from '../../../emulator/contract/stamp.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { type LeanChange, nameChanges, readChanges } from '../../../emulator/lab/leans/changes.ts'
import { parseLeanFile } from '../../../emulator/lab/leans/lean-file.ts'
import {
  type LeanConsumer,
  type ConsumerEffects,
  type LeanEffect,
  mayChange,
  worst,
} from '../../../emulator/lab/leans/may-change.ts'
import { reportMayChange } from '../../../emulator/lab/leans/may-change-report.ts'
import { readText } from '../../../emulator/scenario/read-text.ts'
import type { ReportFormat } from '../../../emulator/scenario/reports/report.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { findChanges } from '../against/compare-with.ts'
import { readContract } from '../against/read-contract.ts'
import { formatRerun } from '../format-rerun.ts'
import { printReport, runLab } from '../lab-command.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'

interface MayChangeSettings {
  readonly ids: readonly string[]
  readonly contract: string | undefined
  readonly leans: readonly string[]
  readonly reporter: ReportFormat
  readonly output: string | undefined
}

/** Maximum of bytes in a lean file; one has some 20 KB. */
const MAX_BYTES = 16 * 1024 * 1024

/** Prints which consumers changes break. Throws `ClientError` where they break one. */
export async function askMayChange(settings: MayChangeSettings, io: Io): Promise<void> {
  const reports = await runLab(settings, io, async () => {
    const { contract, changes } = await readQuestion(settings, io)
    const found = mayChange(changes, readConsumers(settings.leans), contract)
    await printReport(reportMayChange(found, { contract, changes, formatRerun: describeRerun }), settings, io)
    return found
  })
  const broken = reports.filter((report) => worst(report) === 'breaks').length
  if (broken > 0) throw new ClientError('UNEXPECTED', `${plural(broken, 'consumer')} of ${reports.length} would break`)
}

/** The changes, and the contract that changes. */
async function readQuestion(
  { ids, contract }: MayChangeSettings,
  io: Io,
): Promise<{ readonly contract: ContractStamp; readonly changes: readonly LeanChange[] }> {
  if (contract === undefined) return { contract: contractStamp(), changes: nameChanges(ids) }
  const { from, clauses, assumptions } = findChanges(await readContract(contract, io))
  return { contract: from, changes: readChanges([...clauses, ...assumptions]) }
}

/** Reads the files that names and patterns stand for. Throws `EmulatorError` where one stands for none. */
export function readConsumers(patterns: readonly string[]): LeanConsumer[] {
  const files = new Set(patterns.flatMap(findFiles))
  return [...files].map((file) => ({ file, lean: parseLeanFile(readText(file, MAX_BYTES), file) }))
}

function findFiles(pattern: string): string[] {
  const found = existsSync(pattern)
    ? [pattern]
    : globSync(pattern, { expandDirectories: false, absolute: isAbsolute(pattern) })
  if (found.length > 0) return found.toSorted()
  throw new EmulatorError(
    `--leans: there is no file ${pattern}: name the files of the consumers, which each writes by ${ownCommand} leans -o <file> -- <command>`,
  )
}

/** Command line that shows how a change breaks a consumer. */
export function describeRerun(
  { consumer }: ConsumerEffects,
  { change, verdict, tests }: LeanEffect,
): string | undefined {
  const { command } = consumer.lean
  if (verdict !== 'breaks' || command === undefined || change.otherwise === undefined) return undefined
  const flag = isAssumptionId(change.statement) ? 'otherwise' : 'broken'
  const files = tests.flatMap((test) => (test.includes(' > ') ? [test.split(' > ', 1)[0]!] : []))
  return formatRerun('exec', { [flag]: change.id }, command, [...new Set(files)])
}
