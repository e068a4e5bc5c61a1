import { findBound, parseBound } from '../../../emulator/lab/permissions/bound.ts'
import { traceProgram } from '../../../emulator/lab/permissions/trace-program.ts'
import { reportPermissions } from '../../../emulator/lab/permissions/permissions-report.ts'
import { findPermissions, type PermissionsReport } from '../../../emulator/lab/permissions/permissions.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { namingFlag } from '../../shared/name-flag.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { printReport, runLab } from '../lab-command.ts'
import { LiveOutput, timeLeft } from '../live.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import type { PermissionsSettings } from './permissions-flags.ts'
import { readRun } from './read-run.ts'

/** Reports the least keys of a run. Throws `ClientError` if a call needs more than the bound. */
export async function permissionsProgram(settings: PermissionsSettings, io: Io): Promise<void> {
  const { calls } = await runLab(settings, io, (stop) => foundAndTold(settings, stop, io))
  const more = calls.filter(({ exceeds }) => exceeds === true).reduce((sum, { count }) => sum + count, 0)
  if (more > 0)
    throw new ClientError(
      'UNEXPECTED',
      `${more === 1 ? '1 call needs' : `${more} calls need`} more than ${settings.atMost}`,
    )
}

/** Line of progress: the calls that were repeated in so many milliseconds. */
export function triedSoFar(done: number, of: number, tookMs: number): string {
  return `${done} of ${plural(of, 'call')} tried with other keys${timeLeft(done, of, tookMs)}`
}

async function foundAndTold(settings: PermissionsSettings, stop: AbortSignal, io: Io): Promise<PermissionsReport> {
  const { program, run, atMost, timeLimit } = settings
  const bound = atMost === undefined ? undefined : await namingFlag('--at-most', () => parseBound(atMost))
  let made = 0
  const live = new LiveOutput(io, () => `reading the calls of the run: ${made}`)
  live.update()
  const { name, report } = await tryCalls().finally(() => live.end())
  await printReport(reportPermissions(report, name), settings, io)
  return report

  async function tryCalls(): Promise<{ name: string; report: PermissionsReport }> {
    const { name, calls, worlds, notes } =
      program.length > 0
        ? await traceProgram(settings, await readStart({ ...settings, scenario: run }), {
            env: io.env,
            serve: serveWorld,
            stop,
            timeLimit,
            onCall() {
              made++
              live.update()
            },
          })
        : await readRun(run!, settings.controlToken)
    for (const note of notes) live.note(`svc-emulator: ${note}`)
    const most = bound && (await namingFlag('--at-most', () => findBound(bound, worlds)))
    const began = performance.now()
    const onTried = (done: number, of: number): void =>
      live.update(() => triedSoFar(done, of, performance.now() - began))
    return { name, report: findPermissions(calls, most, onTried) }
  }
}
