import { refusalCode } from '../../../engine/journal/facts.ts'
import type { KeptExchange } from '../../../engine/journal/entry.ts'
import type { End, Outcome } from '../../engine/client.ts'

/** A call of a schedule, as a ladder shows it. */
export interface LadderStep {
  /** Name of the copy or companion. */
  readonly copy: string
  /** `GET /orgs/acme`, `workflow.list_sessions`. */
  readonly call: string
  readonly status: number | null
  readonly error: string | null
  /** The failure that it met. */
  readonly fault?: string
}

/** The run of one order. */
export interface ShownCase {
  readonly steps: readonly LadderStep[]
  readonly ends: readonly ShownEnd[]
}

/** The end of a client, with its output. */
export interface ShownEnd {
  readonly copy: string
  readonly end: End
  readonly output: unknown
  /** Log of the client, or the reason of its failure. */
  readonly said: string
}

/** A call as a step of a ladder. `fault`: name of the failure that it may have met. */
export function readStep(call: KeptExchange, fault?: string): LadderStep {
  const { via, unit, request, response, copy, triggers } = call
  return {
    copy: copy ?? '',
    call: via === 'socket' ? (unit?.id ?? 'a call') : `${request.method} ${request.url.replace(/^\/v1/, '')}`,
    status: response?.status ?? null,
    error: refusalCode(call),
    ...(fault !== undefined && triggers.includes(fault) && { fault }),
  }
}

/** The end of a client with its output: that of a program as it was printed. */
export function readEnd(copy: string, { end, output, stdout, said }: Outcome): ShownEnd {
  return { copy, end, output: stdout ?? output, said }
}

/** Most characters of a column. */
const COLUMN = 56

/** A schedule with one column for each member, from top to bottom. */
export function formatLadder(steps: readonly LadderStep[], members: readonly string[]): string[] {
  const cell = ({ call, status, error, fault }: LadderStep) =>
    [call, error ?? status ?? (fault === undefined ? 'no answer' : ''), fault === undefined ? '' : `(${fault})`]
      .filter((word) => word !== '')
      .join('  ')
  const width = Math.min(COLUMN, Math.max(...steps.map((step) => cell(step).length), 8)) + 2
  const head = (name: string) => (name.length > width - 2 ? `${name.slice(0, width - 3)}…` : name).padEnd(width)
  return [
    members.map(head).join('').trimEnd(),
    ...steps.map((step) => ' '.repeat(width * members.indexOf(step.copy)) + cell(step)),
  ]
}

/** The run of one order as lines: its ladder, unless a finding shows it, and the end and output of each client. */
export function describeCase({ steps, ends }: ShownCase, columns: readonly string[], isFinding: boolean): string[] {
  return [
    ...(isFinding ? [] : formatLadder(steps, columns).map((line) => `  ${line}`)),
    ...ends.flatMap(({ copy, end, output, said }) => [
      `${copy}: ${end}`,
      ...indent(typeof output === 'string' ? output : JSON.stringify(output ?? null)),
      ...indent(said),
    ]),
  ]
}

const indent = (text: string): string[] =>
  text.trim() === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => `  ${line}`)
