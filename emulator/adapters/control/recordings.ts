import * as v from 'valibot'
import type { LeftOut, PlannedScenario } from '../../scenario/record/from-journal.ts'
import type { yamlPieces } from '../../scenario/record/yaml-text.ts'
import { control } from './definition.ts'
import { jsonText, listText, longAnswer, longJson } from './long-answer.ts'
import { journalFilters, findJournal, readMatch } from './journal-query.ts'
import { HarEntries, harText } from '../../engine/journal/har.ts'
import { shownEntries } from './shown-entries.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import type { KeptEntry } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { Trace } from '../../engine/trace/trace.ts'
import { stateText } from '../../engine/world/export.ts'
import type { World } from '../../engine/world/world.ts'

export const exportScenario = control({
  method: 'GET',
  path: '/journal.scenario',
  name: 'export_scenario',
  summary:
    'What happened since the start or the last reset as a scenario: a step for each exchange, which expects what was answered, and for each change that no request made. No secret is written.',
  query: {
    name: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by `-`'),
        v.description('Name of the scenario. Default `recorded`.'),
      ),
    ),
    format: v.optional(
      v.pipe(
        v.picklist(['json', 'yaml']),
        v.description('`json` (default): `{scenario, left_out}`; `yaml`: the text of a scenario file.'),
      ),
    ),
  },
  returns: v.strictObject({
    scenario: v.looseObject({}),
    left_out: v.pipe(
      v.array(v.strictObject({ entry: v.nullable(v.number()), reason: v.string() })),
      v.description('What the scenario does not hold, and why.'),
    ),
  }),
  errors: ['journal_off'],
  async handle({ emulator, query: { name = 'recorded', format = 'json' } }) {
    findJournal(emulator)
    // Loaded when it is asked for: it brings the checks of scenarios, and YAML.
    const { ownFixtures, planScenarioSince } = await import('../../scenario/record/from-journal.ts')
    const { yamlPieces } = await import('../../scenario/record/yaml-text.ts')
    const fixtures = ownFixtures(emulator)
    const plan = planScenarioSince(emulator, { name, about: 'What happened to an emulator.' })
    return format === 'json'
      ? longJson(scenarioJson(plan, fixtures))
      : longAnswer('application/yaml', scenarioYaml(plan, fixtures, yamlPieces))
  },
})

function* scenarioJson(plan: Generator<'', PlannedScenario>, notes: readonly LeftOut[]): Generator<string, void> {
  const { scenario, left_out: leftOut } = yield* plan
  yield* jsonText({ scenario, left_out: [...notes, ...leftOut] }, 3)
}

function* scenarioYaml(
  plan: Generator<'', PlannedScenario>,
  notes: readonly LeftOut[],
  write: typeof yamlPieces,
): Generator<string, void> {
  const { scenario, left_out: leftOut } = yield* plan
  const lines = [...notes, ...leftOut].map(({ entry, reason }) =>
    entry === null ? `Note: ${reason}.` : `Left out, entry ${entry}: ${reason}.`,
  )
  yield* write(scenario, lines)
}

const { via: _via, ...filters } = journalFilters

export const exportHar = control({
  method: 'GET',
  path: '/journal.har',
  name: 'export_har',
  summary:
    'The exchanges of the journal as an HTTP archive (HAR 1.2), without secrets. Its times are world time. Other changes of the world are comments.',
  query: { ...filters, via: v.optional(v.picklist(['http', 'socket'])) },
  returns: v.strictObject({ log: v.looseObject({ version: v.literal('1.2'), entries: v.array(v.looseObject({})) }) }),
  errors: ['journal_off'],
  handle({ emulator, query, origin, prefix }) {
    const entries = new HarEntries(shownEntries(findJournal(emulator), readMatch(query)), `${origin}${prefix}`)
    return longJson(harText(listText(entries), () => entries.rest))
  },
})

export const exportBundle = control({
  method: 'GET',
  path: '/bundle',
  name: 'export_bundle',
  summary:
    'What happened since the start or the last reset in one file: a scenario that plays it again, its fixtures, the journal, the trace and the state. `svc-emulator show` opens it.',
  query: {
    name: v.optional(v.pipe(v.string(), v.description('What the run is called; default `run`.'))),
    problem: v.optional(v.pipe(v.string(), v.description('Why it is kept, such as the error of a test.'))),
  },
  returns: v.looseObject({
    bundle: v.number(),
    scenario: v.looseObject({}),
    journal: v.array(v.looseObject({})),
    state: v.looseObject({}),
  }),
  errors: ['journal_off'],
  async handle({ emulator, query: { name = 'run', problem } }) {
    const journal = findJournal(emulator)
    const { planRunHead, nameOfRun } = await import('../../scenario/run-bundle.ts')
    const { world, tracer } = hostOf(emulator)
    const head = planRunHead(emulator, {
      name: nameOfRun(name),
      about: name,
      problems: problem === undefined ? [] : [problem],
    })
    // All of one moment, whatever others do until it is written.
    const now = {
      world: world.fork(),
      entries: Array.from(journal.all()),
      trace: tracer && instanceOf(emulator).trace().inSteps(),
    }
    return longJson(bundleText(head, journal, now))
  },
})

interface Moment {
  readonly world: World
  readonly entries: readonly KeptEntry[]
  readonly trace: ReturnType<Trace['inSteps']> | undefined
}

function* bundleText(
  plan: Generator<'', object>,
  journal: Journal,
  { world, entries, trace }: Moment,
): Generator<string, void> {
  const head = yield* plan
  for (const [name, part] of Object.entries(head) as [string, unknown][]) {
    yield `${name === 'bundle' ? '{' : ','}${JSON.stringify(name)}:`
    yield* jsonText(part, 2)
  }
  yield ',"state":'
  yield* stateText(world)
  yield ',"journal":'
  yield* listText(rendered(entries, journal))
  if (trace !== undefined) {
    yield ',"trace":'
    yield* listInPieces(trace.history)
    yield ',"undo":'
    yield* listInPieces(trace.undos)
  }
  yield '}'
}

/** JSON of a list of objects whose lists are long. */
function* listInPieces(items: Iterable<object>): Generator<string, void> {
  let separator = '['
  for (const item of items) {
    yield separator
    yield* jsonText(item, 2)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function* rendered(entries: readonly KeptEntry[], journal: Journal): Generator<object, void> {
  for (const entry of entries) yield journal.rendered(entry)
}
