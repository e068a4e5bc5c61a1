import { findBound, parseBound } from '../../../emulator/lab/permissions/bound.ts'
import { traceProgram } from '../../../emulator/lab/permissions/trace-program.ts'
import { reportPermissions } from '../../../emulator/lab/permissions/permissions-report.ts'
import { findPermissions, type PermissionsReport } from '../../../emulator/lab/permissions/permissions.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { namingFlag } from '../../shared/name-flag.ts'
import { printReport, runLab } from '../lab-command.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import { LivePermissions } from './live-permissions.ts'
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

async function foundAndTold(settings: PermissionsSettings, stop: AbortSignal, io: Io): Promise<PermissionsReport> {
  const { program, run, atMost, timeLimit } = settings
  const bound = atMost === undefined ? undefined : await namingFlag('--at-most', () => parseBound(atMost))
  const live = new LivePermissions(io)
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
            onCall: () => live.made(),
          })
        : await readRun(run!, settings.controlToken)
    for (const note of notes) live.note(`svc-emulator: ${note}`)
    const most = bound && (await namingFlag('--at-most', () => findBound(bound, worlds)))
    return { name, report: findPermissions(calls, most, (done, of) => live.tried(done, of)) }
  }
}
