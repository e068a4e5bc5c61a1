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
): Promise<{ files: ProbeFile[]; leftOut: string[]; further: boolean }> {
  const { large = false, apiKeys, readOnly = false, only } = options
  if (!asksShipped(options))
    return { files: [], further: true, leftOut: ['the shipped probes (--probes sends them, too)'] }
  const shipped = await loadProbeFiles(run)
  const reaching = only === undefined ? undefined : await findReaching(chosen)
  const leftOut: string[] = []
  const files = shipped.flatMap((file) => {
    if (file.name === EXISTING && !readOnly) return []
    const part = reaching === undefined || file.name === EXISTING ? file : reaching.restrict(file)
    if (part === undefined) return []
    if (file.large && !large) leftOut.push(`${file.name}, which needs --large`)
    else if (file.keys.includes('other') && apiKeys.other === undefined)
      leftOut.push(`${file.name}, which needs the key of a second person (--api-key-env other=VAR)`)
    else return [part]
    return []
  })
  if (readOnly) leftOut.push('all writes, and steps that need one (--read-only)')
  return { files, leftOut, further: reaching?.further ?? true }
}

/** True if the shipped probes are sent. By default they are not sent beside the user's own requests. */
function asksShipped({
  from = [],
  traffic,
  probes = from.length === 0 && traffic === undefined,
}: DriftOptions): boolean {
  return probes
}
