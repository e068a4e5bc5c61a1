import { askAndJudge } from './ask-and-judge.ts'
import type { DriftReport } from './drift-report.ts'
import { checkDriftOptions, type DriftOptions } from './options.ts'
import { EXISTING, loadProbeFiles, type ProbeFile } from './probe-files.ts'
import { drawRun } from './real-time.ts'
import { findReaching } from './reaching.ts'
import { chooseClauses } from './verdicts.ts'

/**
 * Sends the same requests to a service and to an emulator, and compares the answers. Returns for each sentence of the
 * specification whether the service keeps it; where the answers differ, the report names the sentence that explains it.
 *
 * Writes go below organizations that the run makes and deletes. Rejects with `EmulatorError` for wrong options.
 *
 * @example
 * const report = await drift({ target: 'https://api.example.com/v1', apiKeys: { main: process.env.SVC_API_KEY } })
 * expect(report.clauses.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
 */
export async function drift(options: DriftOptions): Promise<DriftReport> {
  checkDriftOptions(options)
  const chosen = chooseClauses(options.only)
  return askAndJudge(options, { chosen, ...(await chooseFiles(options, options.run ?? drawRun(), chosen)) })
}

/** Probe files that reach the chosen clauses with the given keys, and a line for each file that is left out. */
async function chooseFiles(
  options: DriftOptions,
  run: string,
  chosen: readonly string[],
): Promise<{ files: ProbeFile[]; leftOut: string[] }> {
  const { large = false, apiKeys, readOnly = false, only } = options
  if (!asksShipped(options)) return { files: [], leftOut: ['the shipped probes (--probes sends them, too)'] }
  const shipped = await loadProbeFiles(run)
  const reaching = only === undefined ? undefined : await findReaching(chosen)
  const leftOut: string[] = []
  const files = shipped.filter((file) => {
    // A run that writes asks the questions of EXISTING about its own records.
    if (reaching?.has(file.name) === false || (file.name === EXISTING && !readOnly)) return false
    if (file.large && !large) leftOut.push(`${file.name}, which needs --large`)
    else if (file.keys.includes('other') && apiKeys.other === undefined)
      leftOut.push(`${file.name}, which needs the key of a second person (--api-key-env other=VAR)`)
    else return true
    return false
  })
  if (readOnly) leftOut.push('all writes, and steps that need one (--read-only)')
  return { files, leftOut }
}

/** True if the shipped probes are sent. By default they are not sent beside the user's own requests. */
function asksShipped({
  from = [],
  traffic,
  probes = from.length === 0 && traffic === undefined,
}: DriftOptions): boolean {
  return probes
}
