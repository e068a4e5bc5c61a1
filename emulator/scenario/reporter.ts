import { printable } from '../engine/checking/printable.ts'
import { replaySection, reportReplays } from './replay-report.ts'
import { prettyEnd, prettySection } from './reports/pretty.ts'
import { TAP_HEAD, tapPlan, tapSection } from './reports/tap.ts'
import { writeReport } from './reports/write-report.ts'
import type { ReplayResult, StepResult } from './result.ts'

export const reporterNames = ['pretty', 'tap', 'junit', 'json'] as const
export type ReporterName = (typeof reporterNames)[number]

/** Tells the results of replays as they come. */
export interface Reporter {
  /** Called before a scenario is played. */
  begin?(name: string): void
  /** Called when a step has ended. */
  step?(step: StepResult): void
  /** Called when a scenario has ended. */
  scenario?(result: ReplayResult): void
  /** Called when all have ended. */
  end(results: readonly ReplayResult[]): void
}

export interface Output {
  write(text: string): void
  /** Colours may be used. */
  color: boolean
  /** A line can be written over: a terminal. */
  live: boolean
  /** Milliseconds of a real clock, for formats with durations. */
  now?(): number
}

/**
 * A reporter that writes results in a format: `pretty` and `tap` scenario by scenario, `junit` and `json` at the end.
 */
export function createReporter(name: ReporterName, output: Output): Reporter {
  if (name === 'pretty') return prettyReporter(output)
  if (name === 'tap') return tapReporter(output)
  if (name === 'junit') return junitReporter(output)
  return { end: (results) => output.write(writeReport(name, reportReplays(results))) }
}

function prettyReporter(output: Output): Reporter {
  let current = ''
  const progress = (text: string): void => {
    if (output.live) output.write(`\r\u001B[K${printable(text.slice(0, 100))}`)
  }
  return {
    begin(name) {
      current = name
      progress(name)
    },
    step: ({ number, title }) => progress(`${current}, step ${number}: ${title}`),
    scenario: (result) =>
      output.write(`${output.live ? '\r\u001B[K' : ''}${prettySection(replaySection(result), output)}`),
    end: (results) => output.write(prettyEnd(reportReplays(results))),
  }
}

function tapReporter(output: Output): Reporter {
  let count = 0
  output.write(TAP_HEAD)
  return {
    scenario: (result) => output.write(tapSection(replaySection(result), ++count)),
    end: (results) => output.write(tapPlan(results.length)),
  }
}

/** Times are the reporter's: results are the same on every run. */
function junitReporter({ write, now }: Output): Reporter {
  const times = new Map<StepResult, number>()
  let last: number | undefined
  const tick = (): number | undefined => {
    const before = last
    last = now?.()
    return before === undefined || last === undefined ? undefined : (last - before) / 1000
  }
  return {
    begin: () => void tick(),
    step(step) {
      const seconds = tick()
      if (seconds !== undefined) times.set(step, seconds)
    },
    end: (results) => write(writeReport('junit', reportReplays(results, times))),
  }
}
