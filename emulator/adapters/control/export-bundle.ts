import * as v from 'valibot'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import type { AnyEntry, Journal } from '../../engine/journal/journal.ts'
import type { Trace } from '../../engine/trace/trace.ts'
import { stateText } from '../../engine/world/export.ts'
import type { World } from '../../engine/world/world.ts'
import { control } from './definition.ts'
import { journalOf } from './journal-query.ts'
import { jsonText, listText, longJson } from './long-answer.ts'

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
    const journal = journalOf(emulator)
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
      trace: tracer && instanceOf(emulator).trace.inSteps(),
    }
    return longJson(bundleText(head, journal, now))
  },
})

interface Moment {
  readonly world: World
  readonly entries: readonly AnyEntry[]
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

function* rendered(entries: readonly AnyEntry[], journal: Journal): Generator<object, void> {
  for (const entry of entries) yield journal.rendered(entry)
}
