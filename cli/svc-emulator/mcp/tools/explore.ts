import * as v from 'valibot'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { groups } from '../../../../emulator/lab/explore/fault.ts'
import { readMilliseconds } from '../../../../emulator/lab/engine/read-milliseconds.ts'
import type { ExploreReport, Finding } from '../../../../emulator/lab/explore/report.ts'
import { ClientError } from '../../../shared/client-error.ts'
import { caseText } from '../../explore/case-text.ts'
import { runExploration } from '../../explore/run-exploration.ts'
import { fitItems } from '../answer.ts'
import { common, integer, option, text } from '../input.ts'
import { tool, type ToolCall, type ToolInput } from '../tool.ts'

const names = v.array(text)

const input = {
  command: v.pipe(names, v.minLength(1)),
  scenario: option(text, 'Its world: a file or shipped name'),
  fixtures: option(names, 'In place of `scenario`'),
  seed: v.optional(v.pipe(v.number(), v.integer())),
  only: option(names, 'Groups (as in `must_survive`), faults, or calls'),
  skip: v.optional(names),
  must_survive: option(v.array(v.picklist(groups)), 'Where a reported failure is a finding, too'),
  allow: option(names, 'Verdicts that are no findings'),
  accept: option(text, 'File of known findings'),
  strict: option(v.boolean(), 'Notes are findings, too'),
  depth: option(v.picklist([1, 2]), '2: also in calls that a fault led to'),
  budget: option(text, 'Real time for all runs; default 45s'),
  time_limit: option(text, 'For one run'),
  jobs: v.optional(integer(1, 64)),
  key: option(text, 'API key of the client'),
  home: option(text, 'Folder for its HOME'),
  save: option(text, 'Folder for findings'),
  case: option(text, 'One experiment, with calls and output'),
  limit: common.limit,
}

/** Runs a client against the failures of its calls. */
export const explore = tool({
  name: 'explore',
  about:
    'Run a client once for each documented failure of each of its calls, each time in a new world, and list those that it does not survive. It gets SVC_API_URL and SVC_API_KEY, or {api_url} and so on in its arguments.',
  input,
  examples: [{ command: ['node', 'client.js'] }],
  async run(asked, call) {
    const { report, judged } = await explored(readSettings(asked), call)
    return {
      ...describeReport(report, call.limit),
      ...(asked.case !== undefined && { case: judged.map(caseText).join('\n') }),
    }
  },
})

type ToolSettings = Parameters<typeof runExploration>[0]

function readSettings(asked: ToolInput<typeof input>): ToolSettings {
  const { scenario, fixtures, seed, only, skip, allow, accept, jobs, key, home, save } = asked
  const settings = { scenario, fixtures, seed, only, skip, allow, accept, jobs, key, home, save, case: asked.case }
  return {
    ...settings,
    program: asked.command,
    mustSurvive: asked.must_survive,
    strict: asked.strict ?? false,
    depth: asked.depth ?? 1,
    budget: readMilliseconds('explore: budget', asked.budget ?? '45s', 0),
    timeLimit: readMilliseconds('explore: time_limit', asked.time_limit),
  }
}

async function explored(settings: ToolSettings, { env, signal: stop }: ToolCall): ReturnType<typeof runExploration> {
  try {
    return await runExploration(settings, { env, stop })
  } catch (error) {
    if (error instanceof ClientError || error instanceof EmulatorError)
      throw new EmulatorError(`explore: ${error.message.trimEnd()}`)
    throw error
  }
}

function describeReport({ findings, experiments, points, notes, left, stale }: ExploreReport, limit: number): object {
  const { shown, left: more } = fitItems(findings.map(describeFinding), limit * 0.8)
  return {
    findings: shown,
    ...(more > 0 && { findings_left: more }),
    experiments: experiments.length,
    calls: points,
    ...(Object.keys(left).length > 0 && { not_tried_for_lack_of_time: left }),
    ...(notes.length > 0 && { notes }),
    ...(stale.length > 0 && { accepted_but_absent: stale }),
  }
}

/** Experiments of a finding that are named; each is repeated by `case`. */
const MAX_CASES = 3

function describeFinding({ verdict, faults, because, lesson, clauses, cases, of }: Finding): object {
  return {
    verdict,
    faults,
    because,
    lesson,
    ...(clauses.length > 0 && { clauses }),
    cases: cases.slice(0, MAX_CASES).map(({ id }) => id),
    shown_by: `${cases.length} of ${of} experiments`,
  }
}
