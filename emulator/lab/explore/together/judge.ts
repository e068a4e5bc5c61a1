import { multisetDifference } from '../../../engine/checking/counts.ts'
import { isObject } from '../../../engine/checking/is-object.ts'
import type { Outcome } from '../../engine/client.ts'
import { isEqual } from '../../engine/output.ts'
import { listRecords, worldDifferences } from '../../engine/canonical.ts'
import { lastLine } from '../../subjects/last-line.ts'
import { shortDifferences, shortLine, shortValue } from '../short-text.ts'
import type { Ran } from './run-together.ts'

/** Kinds of outcomes that no serial order of the members has. */
export const togetherVerdicts = [
  'doubled-record',
  'lost-update',
  'not-serial',
  'wrong-output',
  'crashed',
  'hung',
] as const
export type TogetherVerdict = (typeof togetherVerdicts)[number]

/** The result of an order. Without a verdict it is as one serial order, or its client noticed (`note`). */
export interface TogetherResult {
  readonly verdict?: TogetherVerdict
  /** Tables that differ, `HOME` for files; empty for an output. */
  readonly tables: readonly string[]
  /** Differences from the nearest serial order. */
  readonly because: readonly string[]
  readonly note?: string
}

export const asSerial: TogetherResult = { tables: [], because: [] }

/** How a run ended. */
export type Ended = Pick<Ran, 'outcomes' | 'outputs' | 'world'> & Partial<Pick<Ran, 'files'>>

/** Name in place of a table for the files of a HOME. */
export const HOME = 'HOME'

/** Name of a result, for `accept`: `doubled-record api_keys with lost-answer`. */
export const nameResult = ({ verdict, tables }: TogetherResult, fault?: string): string =>
  [verdict, ...tables, ...(fault === undefined ? [] : ['with', fault])].join(' ')

/** Differences in records and files. */
function differences(expected: Ended, actual: Ended): string[] {
  const [right = [], own = []] = [expected.files, actual.files]
  return [
    ...worldDifferences(expected.world, actual.world),
    ...multisetDifference(own, right).map((line) => `+ ${HOME} ${line}`),
    ...multisetDifference(right, own).map((line) => `- ${HOME} ${line}`),
  ]
}

/** True if another run shows this result, too: the same records, or where those are right the same ends and outputs. */
export function isShownBy({ tables }: TogetherResult, run: Ended, other: Ended): boolean {
  return tables.length > 0 ? differences(other, run).length === 0 : isEqual(endsAndOutputs(run), endsAndOutputs(other))
}

/** Judges a run beside those in which the members go one after the other. */
export function judgeTogether(run: Ended, serials: readonly Ended[]): TogetherResult {
  const ends = (wanted: string) => run.outcomes.find(({ end }) => end === wanted)
  const isNew = (wanted: string) => serials.every((each) => each.outcomes.every(({ end }) => end !== wanted))
  const crashed = ends('crashed')
  if (crashed !== undefined && isNew('crashed'))
    return { verdict: 'crashed', tables: [], because: firstLines(crashed.said) }
  const hung = ends('hung') ?? ends('storm')
  if (hung !== undefined && isNew(hung.end)) return { verdict: 'hung', tables: [], because: firstLines(hung.said) }
  const apart = serials.map((each) => differences(each, run))
  const nearest = apart.toSorted((a, b) => a.length - b.length)[0]!
  if (nearest.length > 0) return judgeWorld(run, serials, nearest)
  return judgeOutputs(
    run,
    serials.filter((_, n) => apart[n]!.length === 0),
    serials,
  )
}

function judgeWorld(run: Ended, serials: readonly Ended[], because: readonly string[]): TogetherResult {
  const tables = [...new Set(because.map((line) => line.split(' ', 2)[1]!))]
  const count = (of: Ended, table: string) => listRecords(of.world, table as never).length
  const doubled = tables.some((table) => serials.every((each) => count(run, table) > count(each, table)))
  const isLost = because.some((line) => line.startsWith('- '))
  return {
    verdict: doubled ? 'doubled-record' : isLost ? 'lost-update' : 'not-serial',
    tables,
    because: shortDifferences(because),
  }
}

/** The world is that of a serial order: a failure that a client reported is a note, another output is wrong. */
function judgeOutputs(run: Ended, same: readonly Ended[], serials: readonly Ended[]): TogetherResult {
  const isLike = (each: Ended) => isEqual(endsAndOutputs(run), endsAndOutputs(each))
  if (serials.some(isLike)) return asSerial
  // A crash that a serial order has, too, is how the client reports.
  const isReported = ({ end }: Outcome) => end === 'failed' || end === 'crashed'
  const failed = run.outcomes.find(
    (outcome, n) => isReported(outcome) && serials.some(({ outcomes }) => !isReported(outcomes[n]!)),
  )
  if (failed !== undefined) return { ...asSerial, note: shortLine(lastLine(failed.said)) }
  const [serial] = same
  const because = run.outputs.flatMap((output, n) =>
    isEqual(output, serial!.outputs[n])
      ? []
      : [
          `${run.outputs.length > 1 ? `client ${n + 1}: ` : ''}expected ${describeOutput(serial!.outputs[n])}, got ${describeOutput(output)}`,
        ],
  )
  return { verdict: 'wrong-output', tables: [], because }
}

/** The value of a function, or exit code and stdout of a program. */
function describeOutput(output: unknown): string {
  if (!isObject(output) || !('exit' in output && 'stdout' in output)) return shortValue(output)
  const { exit, stdout } = output
  return `exit ${String(exit)} and stdout ${shortValue(Array.isArray(stdout) ? stdout.join('\n').trimEnd() : stdout)}`
}

const endsAndOutputs = ({ outcomes, outputs }: Ended): unknown => [outcomes.map(({ end }) => end), outputs]

const firstLines = (said: string): string[] => said.split('\n').slice(0, 4).map(shortLine)
