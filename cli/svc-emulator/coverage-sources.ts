import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type * as v from 'valibot'
import { reportSchema } from '../../emulator/engine/coverage/merge.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { checkWritten, readWritten } from '../../emulator/engine/checking/written-json.ts'
import { isObject } from '../../emulator/engine/checking/is-object.ts'
import { readText } from '../../emulator/scenario/read-text.ts'
import { askRunning, controlRoot } from '../../emulator/scenario/control-client/ask-running.ts'
import { namesRunning } from './names-running.ts'

/** Maximum size of a report: one with every statement has some 100 KB. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024

/** Real milliseconds that a running emulator has to answer. */
const MAX_WAIT_MS = 30_000

/** A report with the source it was read from. */
type ReportWithSource = v.InferOutput<typeof reportSchema> & { readonly source: string }

const STANDARD = 'coverage/svc-emulator.json'
const KIND = 'a coverage report'

/** Reads the reports of all sources. Throws `EmulatorError` naming a source without one. */
export async function readReports(
  sources: readonly string[],
  controlToken: string | undefined,
): Promise<ReportWithSource[]> {
  const reports: ReportWithSource[] = []
  for (const source of sources.length === 0 ? [STANDARD] : sources) {
    if (namesRunning(source)) reports.push(await fromEmulator(source, controlToken))
    else
      for (const file of await listFiles(source))
        reports.push({ ...readWritten(reportSchema, readText(file, MAX_REPORT_BYTES), file, KIND), source: file })
  }
  return reports
}

async function fromEmulator(source: string, controlToken: string | undefined): Promise<ReportWithSource> {
  const options = { token: controlToken, maxWaitMs: MAX_WAIT_MS, maxBytes: MAX_REPORT_BYTES }
  const { status, body } = await askRunning(source, options, (control) =>
    control.request('GET /coverage', { query: { scope: 'all' } }),
  )
  const url = `${controlRoot(source)}/coverage`
  if (status === 200) return { ...checkWritten(reportSchema, body, url, KIND), source: url }
  throw new EmulatorError(`${url} answered ${status}: ${said(body)}`)
}

/** Message of an emulator, or the beginning of another server's answer. */
function said(body: unknown): string {
  const message = isObject(body) ? body['message'] : undefined
  return typeof message === 'string'
    ? message
    : (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300).trim()
}

async function listFiles(source: string): Promise<string[]> {
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new EmulatorError(`${source}: ${error.message}`)
    throw new EmulatorError(
      `there is no report ${source}. Let the reporter of svc-emulator/vitest write one, start, exec or replay with SVC_EMULATOR_COVERAGE=<folder>, or name the URL of a running emulator.`,
    )
  })
  if (!found.isDirectory()) return [source]
  const files = (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted()
  if (files.length === 0) throw new EmulatorError(`the folder ${source} holds no report (*.json)`)
  return files.map((name) => join(source, name))
}
