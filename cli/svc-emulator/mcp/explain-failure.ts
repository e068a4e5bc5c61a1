import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { Deadline } from '../../../emulator/lab/engine/deadline.ts'
import { explainProgram } from '../../../emulator/lab/why/explain-program.ts'
import { listReasons } from '../../../emulator/lab/why/why-report.ts'
import { runsPrograms } from '../../../emulator/scenario/needs.ts'
import { serveWorld } from '../serve-world.ts'
import { explainFile } from '../why/run-why.ts'
import { mayRunPrograms, NOT_RUN } from './replay-scenario.ts'
import type { ToolCall } from './tool.ts'

/** Real milliseconds for all runs: an agent waits for no longer. */
const BUDGET_MS = 45_000

/**
 * Explains why a scenario fails, or the command with these words. Programs of a scenario are run where `check replay`
 * runs them.
 */
export async function explainFailure(
  subject: string | object | readonly string[],
  { env, signal, allowRun }: Pick<ToolCall, 'env' | 'signal' | 'allowRun'>,
): Promise<object> {
  const deadline = new Deadline(BUDGET_MS, signal)
  try {
    const { failing, tried, left } = await (Array.isArray(subject)
      ? explainProgram(
          { program: subject as readonly string[], key: undefined, home: undefined },
          {},
          { env, serve: serveWorld, stop: deadline.signal },
          { deadline },
        )
      : explainFile(subject as string | object, { deadline }, (loaded) => {
          if (runsPrograms(loaded) && !mayRunPrograms(loaded, allowRun)) throw new EmulatorError(NOT_RUN)
        }))
    return {
      failing: failing.map((each) => ({ test: each.test, message: each.message, reasons: listReasons(each, left) })),
      tried,
      ...(left > 0 && { not_tried_for_lack_of_time: left }),
    }
  } finally {
    deadline.close()
  }
}
