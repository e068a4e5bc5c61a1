import * as v from 'valibot'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { describe } from '../../../../emulator/engine/checking/problems.ts'
import { fields } from '../../../../emulator/engine/checking/strict.ts'
import type { CoverageReport } from '../../../../emulator/engine/coverage/coverage.ts'
import { findNeeds } from '../../../../emulator/scenario/needs.ts'
import { validate, type Validated } from '../../../../emulator/scenario/validate.ts'
import { pageAfter } from '../answer.ts'
import { explainFailure } from '../explain-failure.ts'
import { common, findChoice, json, option, text } from '../input.ts'
import { askWhatLeans, askWhomItBreaks } from '../lean-questions.ts'
import { replayScenario } from '../replay-scenario.ts'
import { tool, type ToolCall } from '../tool.ts'
import { matchesWords } from '../words.ts'

const source = v.union([text, json])

const choices = {
  validate: option(fields({ scenario: source }), 'Problems of a file, shipped name, or document'),
  replay: option(
    fields({ scenario: source, bundle: option(text, 'Folder, if it fails') }),
    'Plays it: steps that failed',
  ),
  why: option(v.union([text, v.array(text), json]), 'Scenario or command that fails'),
  leans: option(v.array(text), 'Command: what it leans on'),
  may_change: option(v.array(text), 'Statements: whom it breaks by `leans/*.json`'),
  coverage: option(
    fields({
      scope: option(v.picklist(['world', 'all']), '`all`: also before resets'),
      words: option(v.string(), 'Words of the ids'),
      met: option(v.boolean(), 'Those met, with counts'),
      after: v.optional(text),
    }),
    'Statements that no answer has shown yet',
  ),
}
const names = Object.keys(choices) as (keyof typeof choices)[]

/** Tool that checks scenarios, and the results of a run. */
export const check = tool({
  name: 'check',
  about:
    'Check scenarios, and what a run has shown. `{}` is what has not been met: statements without an answer, triggers that never fired, and why.',
  input: { ...choices, ...common },
  oneOf: names,
  examples: [
    { validate: { scenario: 'api-key-rules' } },
    { replay: { scenario: 'api-key-rules' } },
    { why: { scenario: 1, name: 'red', steps: [{ http: 'GET /users/me', expect: { status: 200 } }] } },
    { coverage: {} },
  ],
  async run(input, call) {
    const choice = findChoice(input, names)
    switch (choice?.name) {
      case 'validate':
        return validateScenario(choice.value.scenario)
      case 'replay':
        return replayScenario(choice.value.scenario, choice.value.bundle, call.allowRun)
      case 'why':
        return explainFailure(choice.value, call)
      case 'leans':
        return askWhatLeans(choice.value, call)
      case 'may_change':
        return askWhomItBreaks(choice.value, call.limit)
      case 'coverage':
        return readCoverage(call, choice.value)
      default:
        return findUnmet(call)
    }
  },
})

async function validateScenario(given: string | object): Promise<object> {
  const { problems, loaded } = await validateGiven(given)
  if (loaded === undefined) return { valid: false, problems: problems.map(describe) }
  const needs = findNeeds(loaded.scenario)
  return {
    valid: true,
    name: loaded.scenario.name,
    steps: loaded.scenario.steps?.length ?? 0,
    ...((loaded.warnings?.length ?? 0) > 0 && { warnings: loaded.warnings!.map(describe) }),
    ...(needs.length > 0 && { needs_emulator: needs }),
  }
}

async function validateGiven(given: string | object): Promise<Pick<Validated, 'problems' | 'loaded'>> {
  try {
    return await validate(given)
  } catch (error) {
    if (error instanceof EmulatorError && error.problems.length > 0)
      return { problems: error.problems, loaded: undefined }
    throw error
  }
}

type Coverage = Pick<CoverageReport, 'clauses' | 'assumptions'>

async function readCoverage(
  { world, limit }: ToolCall,
  {
    scope,
    words = '',
    met = false,
    after,
  }: {
    scope?: 'world' | 'all' | undefined
    words?: string | undefined
    met?: boolean | undefined
    after?: string | undefined
  },
): Promise<object> {
  const report = await world.control('GET /coverage', { query: { scope } })
  const items = [...report.clauses.items, ...report.assumptions.items].filter(
    ({ id, count }) => count > 0 === met && matchesWords(words, [id]),
  )
  const ids = met ? items.map(({ id, count }) => ({ id, count })) : items.map(({ id }) => ({ id }))
  return { ...totals(report), ...pageAfter(met ? 'met' : 'not_met', ids, ({ id }) => id, { after, limit }) }
}

function totals({ clauses, assumptions }: Coverage): object {
  return {
    clauses: `${clauses.exercised} of ${clauses.total} met`,
    assumptions: `${assumptions.exercised} of ${assumptions.total} met`,
  }
}

/** Statements that no answer has shown, and triggers that never fired. */
async function findUnmet(call: ToolCall): Promise<object> {
  const { triggers } = await call.world.control('GET /triggers')
  const unfired = triggers.filter(({ fired }) => fired === 0)
  return {
    ...(unfired.length > 0 && {
      triggers_not_fired: unfired.map(({ id, name, not_fired: why }) => ({ id, name, why })),
    }),
    ...(await readCoverage({ ...call, limit: call.limit * 0.8 }, {})),
  }
}
