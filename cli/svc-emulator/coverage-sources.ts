import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { mergeReports, reportSchema } from '../../emulator/coverage/merge.ts'
import type { CoverageReport } from '../../emulator/coverage/coverage.ts'
import { EmulatorError } from '../../emulator/diagnostics/emulator-error.ts'
import { problemsIn } from '../../emulator/diagnostics/issues.ts'
import { describe } from '../../emulator/diagnostics/problems.ts'
import { readText } from '../../emulator/scenario/read-text.ts'
import { boundedText } from '../../emulator/control-client/bounded-text.ts'

/** A report is made at once; a target that takes longer does not answer. */
const MAX_WAIT_MS = 30_000
/** One of everything that there is has some 100 KB. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024

const STANDARD = 'coverage/svc-emulator.json'

/** The reports that the sources hold. Throws `EmulatorError` naming the source that holds none. */
export async function readReports(sources: readonly string[], controlToken: string | undefined): Promise<CoverageReport[]> {
  const reports: CoverageReport[] = []
  for (const source of sources.length === 0 ? [STANDARD] : sources) {
    if (/^https?:\/\//.test(source)) reports.push(await fromEmulator(source, controlToken))
    else for (const file of await filesOf(source)) reports.push(fromFile(file))
  }
  return reports
}

async function fromEmulator(source: string, controlToken: string | undefined): Promise<CoverageReport> {
  const url = `${source.replace(/\/(?:v1|__emulator)?\/?$/, '')}/__emulator/coverage?scope=all`
  const headers = controlToken === undefined ? {} : { 'x-emulator-token': controlToken }
  const failed = (error: Error): never => {
    throw new EmulatorError(`${source}: no emulator answers there (${(error.cause as Error | undefined)?.message ?? error.message})`)
  }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(MAX_WAIT_MS) }).catch(failed)
  const text = await boundedText(response, MAX_REPORT_BYTES).catch(failed)
  if (response.ok) return reportIn(text, url)
  throw new EmulatorError(`${url} answered ${response.status}: ${text.slice(0, 300).trim()}`)
}

async function filesOf(source: string): Promise<string[]> {
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new EmulatorError(`${source}: ${error.message}`)
    throw new EmulatorError(`there is no report ${source}. Let the reporter of svc-emulator/vitest write one, run with SVC_EMULATOR_COVERAGE=<folder>, or name the URL of a running emulator.`)
  })
  if (!found.isDirectory()) return [source]
  const files = (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted()
  if (files.length === 0) throw new EmulatorError(`the folder ${source} holds no report (*.json)`)
  return files.map((name) => join(source, name))
}

function fromFile(file: string): CoverageReport {
  return reportIn(readText(file), file)
}

function reportIn(text: string, where: string): CoverageReport {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new EmulatorError(`${where} is not valid JSON: ${(error as Error).message}`)
  }
  const problems = problemsIn(reportSchema, value)
  if (problems.length > 0) throw new EmulatorError(`${where} is no coverage report: ${problems.slice(0, 3).map(describe).join('; ')}`)
  return mergeReports([v.parse(reportSchema, value)])
}
