import { contractStamp } from '../../../emulator/contract/stamp.ts'
import { askLeans } from '../../../emulator/lab/leans/ask-leans.ts'
import { nameChanges } from '../../../emulator/lab/leans/changes.ts'
import { mayChange } from '../../../emulator/lab/leans/may-change.ts'
import { reportMayChange } from '../../../emulator/lab/leans/may-change-report.ts'
import { withCommand } from '../../../emulator/lab/subjects/with-command.ts'
import { describeRerun, readConsumers } from '../may-change/ask-may-change.ts'
import { serveWorld } from '../serve-world.ts'
import { fitItems } from './answer.ts'
import type { ToolCall } from './tool.ts'

/** Real milliseconds for all runs: an agent waits for no longer. */
const BUDGET_MS = 45_000

/** Finds the statements that a command leans on, by test or by what it does otherwise. */
export async function askWhatLeans(
  program: readonly string[],
  { env, signal: stop, limit }: Pick<ToolCall, 'env' | 'signal' | 'limit'>,
): Promise<object> {
  const command = { program, start: {}, key: undefined, home: undefined, jobs: undefined, timeLimit: undefined }
  const { lean } = await withCommand(
    { ...command, budget: BUDGET_MS },
    { env, serve: serveWorld, stop, note: () => {} },
    (begun) => askLeans(begun, { program }),
  )
  const { shown, left } = fitItems(
    Object.entries(lean.leansOn).map(([by, ids]) => ({ by, ids })),
    limit,
  )
  return {
    leans_on: shown,
    ...(left > 0 && { left }),
    statements_met: lean.statements.met,
    changes_not_noticed: lean.unnoticed.length,
    ...(lean.notAsked.length > 0 && { not_tried_for_lack_of_time: lean.notAsked.length }),
  }
}

/** Finds whom changes of statements break, as the lean files in `leans/` say. */
export function askWhomItBreaks(ids: readonly string[], limit: number, files = ['leans/*.json']): object {
  const [changes, contract] = [nameChanges(ids), contractStamp()]
  const { findings, remarks, summary } = reportMayChange(mayChange(changes, readConsumers(files), contract), {
    contract,
    changes,
    formatRerun: describeRerun,
  })
  const { shown, left } = fitItems(
    (findings ?? []).map(({ kind, title, lines }) => ({ verdict: kind, consumer: title, lines })),
    limit,
  )
  return { summary, consumers: shown, ...(left > 0 && { left }), ...((remarks ?? []).length > 0 && { remarks }) }
}
