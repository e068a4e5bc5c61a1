import * as api from '../../host/control-api/recordings.ts'
import type { LeftOut, PlannedScenario } from '../../scenario/record/from-journal.ts'
import type { StandIns } from '../../scenario/stand-ins.ts'
import type { yamlPieces } from '../../scenario/record/yaml-text.ts'
import { handle } from './handler.ts'
import { jsonText, listText, longAnswer, longJson } from './long-answer.ts'
import { findJournal, readMatch } from './journal-query.ts'
import { BASE } from '../../engine/kernel/rest/addresses.ts'
import { listCalls as formatted } from '../../engine/journal/calls-text.ts'
import { HarEntries, harText } from '../../engine/journal/har.ts'
import { shownEntries } from './shown-entries.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import type { KeptEntry } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { Trace } from '../../engine/trace/trace.ts'
import { stateText } from '../../engine/world/export.ts'
import type { World } from '../../engine/world/world.ts'

export const exportScenario = handle(
  api.exportScenario,
  async ({ emulator, query: { name = 'recorded', format = 'json' } }) => {
    findJournal(emulator)
    // Loaded on demand, because it imports the checks of scenarios, and YAML.
    const { ownFixtures, planScenarioSince } = await import('../../scenario/record/from-journal.ts')
    const { yamlPieces } = await import('../../scenario/record/yaml-text.ts')
    const fixtures = ownFixtures(emulator)
    const plan = planScenarioSince(emulator, { name, about: 'What happened to an emulator.' })
    return format === 'json'
      ? longJson(scenarioJson(plan, fixtures))
      : longAnswer('application/yaml', scenarioYaml(plan, fixtures, yamlPieces))
  },
)

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

export const exportHar = handle(api.exportHar, ({ emulator, query, origin, prefix }) => {
  const entries = new HarEntries(shownEntries(findJournal(emulator), readMatch(query)), `${origin}${prefix}`)
  return longJson(harText(listText(entries), () => entries.rest))
})

export const exportHttp = handle(api.exportHttp, async ({ emulator, query, origin, prefix }) => {
  // Loaded on demand: a page rarely asks for it.
  const { httpFile } = await import('../../engine/journal/http-file.ts')
  const entries = shownEntries(findJournal(emulator), readMatch(query))
  return longAnswer('text/plain; charset=utf-8', [httpFile(entries, `${origin}${prefix}`, BASE)][Symbol.iterator]())
})

export const listCalls = handle(api.listCalls, ({ emulator }) => formatted(findJournal(emulator), BASE))

export const exportBundle = handle(api.exportBundle, async ({ emulator, query: { name = 'run', problem } }) => {
  const journal = findJournal(emulator)
  const { planRunHead, nameOfRun, standInsForRun } = await import('../../scenario/run-bundle.ts')
  const { world, tracer } = hostOf(emulator)
  const standIns = standInsForRun(emulator)
  const problems = problem === undefined ? [] : [problem]
  const head = planRunHead(emulator, { name: nameOfRun(name), about: name, problems }, standIns)
  // Read all parts at once, before other requests can change them.
  const now = {
    world: world.fork(),
    entries: Array.from(journal.all()),
    trace: tracer && instanceOf(emulator).trace().inSteps(),
  }
  return longJson(bundleText(head, journal, now, standIns))
})

interface RecordingStart {
  readonly world: World
  readonly entries: readonly KeptEntry[]
  readonly trace: ReturnType<Trace['inSteps']> | undefined
}

function* bundleText(
  plan: Generator<'', object>,
  journal: Journal,
  { world, entries, trace }: RecordingStart,
  standIns: StandIns,
): Generator<string, void> {
  const head = yield* plan
  for (const [name, part] of Object.entries(head) as [string, unknown][]) {
    yield `${name === 'bundle' ? '{' : ','}${JSON.stringify(name)}:`
    yield* jsonText(part, 2)
  }
  yield ',"state":'
  yield* stateText(world, standIns)
  yield ',"journal":'
  yield* listText(mapEach(rendered(entries, journal), (entry) => standIns.value(entry)))
  if (trace !== undefined) {
    yield ',"trace":'
    yield* listInPieces(mapEach(trace.history, (step) => standIns.value(step)))
    yield ',"undo":'
    yield* listInPieces(mapEach(trace.undos, (step) => standIns.undo(step)))
  }
  yield '}'
}

/** Yields the JSON of a list of objects with long lists. */
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

function* mapEach<T, R>(items: Iterable<T>, map: (item: T) => R): Generator<R, void> {
  for (const item of items) yield map(item)
}
