/** Reads the exchanges of an emulator since its start, as a recording proxy would have recorded them. */
import type { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { isShipped } from '../../host/fixtures/shipped.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { isExchange, type KeptEntry, type KeptExchange } from '../../engine/journal/entry.ts'
import type { Step } from '../schema-steps.ts'
import { nestsTooDeep } from '../../engine/journal/render.ts'
import { redactUrl } from '../../engine/journal/redact.ts'
import { BASE } from '../../engine/kernel/rest/addresses.ts'
import type { Scenario } from '../schema.ts'
import { shownAnswer } from '../targets/shown.ts'
import { callerIn, TELLING_HEADERS, type CallExchange, type Exchange, type HttpExchange } from './exchange.ts'
import { planScenario, type ExchangeSource, type RecordingFrame } from './record-scenario.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { clockUnits, readArranged, withSettings, type ArrangedStart } from './arranged.ts'

export interface LeftOut {
  /** Number of the entry; null for a remark about no single entry. */
  readonly entry: number | null
  readonly reason: string
}

/** A scenario whose steps are generated while they are read. They can be read once. */
export interface PlannedScenario {
  readonly scenario: Omit<Scenario, 'steps'> & { readonly steps: Iterable<Step> }
  /** Parts that the scenario does not have. */
  readonly left_out: readonly LeftOut[]
}

/** Default time limit of a replay: an answer that came later becomes `no_answer`. */
const DEFAULT_TIMEOUT_MS = 5_000

interface ScenarioTitle {
  readonly name: string
  readonly about: string
}

/**
 * Plans a scenario with the exchanges since the start as steps, each expecting its answer, and with changes that no
 * request made. It contains no secrets, and no exchanges that come later. Yields an empty string after each small piece
 * of work.
 */
export function planScenarioSince(emulator: Emulator, title: ScenarioTitle): Generator<'', PlannedScenario> {
  const { start } = instanceOf(emulator)
  const host = hostOf(emulator)
  const triggers = emulator.triggers.list().map(({ trigger }) => ({ ...trigger, optional: true }))
  const entries = entriesSince(emulator)
  const arranged = readArranged(emulator, entries)
  const section = withSettings(emulator, arranged.settings)
  return planFrom({
    entries,
    changes: arranged.changes,
    now: start.snapshot.now,
    countsAll: host.world.time.mode === 'virtual' || host.tracer === undefined,
    notes: notesOn(emulator),
    frame: {
      ...title,
      world: hostOf(emulator.fork({ from: 'start' })).world,
      start: { ...(section !== undefined && { world: section }), ...(triggers.length > 0 && { triggers }) },
    },
  })
}

/** Entries of the current branch since the world was last started. */
function entriesSince(emulator: Emulator): KeptEntry[] {
  const { journal } = emulator
  return Array.from(journal.all(instanceOf(emulator).startedAfter)).filter(
    ({ number }) => journal.isOther?.(number) !== true,
  )
}

interface JournalStart {
  readonly entries: readonly KeptEntry[]
  /** Entry number -> its changes, or the reason for none. */
  readonly changes: ArrangedStart['changes']
  /** World time of the start. */
  readonly now: number
  /** True: all time becomes steps. False: only that of a real clock which caused something, as a trace knows. */
  readonly countsAll: boolean
  readonly notes: readonly LeftOut[]
  readonly frame: RecordingFrame
}

function* planFrom(moment: JournalStart): Generator<'', PlannedScenario> {
  const { sources, leftOut } = yield* findExchanges(moment)
  const recording = yield* planScenario(
    sources.map(({ make }) => make),
    moment.frame,
  )
  const unfit = [...recording.leftOut].map(([index, reason]) => ({ entry: sources[index]!.entry, reason }))
  return {
    scenario: { ...recording.head, steps: recording.steps },
    left_out: [...moment.notes, ...leftOut, ...unfit],
  }
}

interface NumberedSource {
  readonly entry: number
  readonly make: ExchangeSource
}

function* findExchanges({
  entries,
  changes,
  now: start,
  countsAll,
}: JournalStart): Generator<'', { sources: NumberedSource[]; leftOut: LeftOut[] }> {
  const sources: NumberedSource[] = []
  const leftOut: LeftOut[] = []
  const lastWork = entries.findLast(isTime)?.number ?? 0
  /** World time that a replay has reached. */
  let reached = start
  let worked = false
  const add = ({ number }: KeptEntry, from: number, to: number, isNeeded: boolean, found: string | ExchangeSource) => {
    const milliseconds = from - reached
    if (milliseconds > 0 && (countsAll || worked || isNeeded)) {
      sources.push({ make: () => ({ kind: 'clock', milliseconds }), entry: number })
      reached = from
    }
    reached += to - from
    worked = false
    if (typeof found === 'string') leftOut.push({ entry: number, reason: found })
    else sources.push({ make: found, entry: number })
  }
  for (const entry of entries) {
    // With a real clock, the time of a write counts while work is still to come: it may be due from then on.
    const isDated = entry.number < lastWork
    if (isExchange(entry)) {
      const found = readExchange(entry)
      add(
        entry,
        entry.worldStart,
        entry.worldEnd,
        isDated && !(entry.via === 'http' && entry.request.method === 'GET'),
        typeof found === 'string' ? found : () => readExchange(entry) as Exchange,
      )
      yield ''
      continue
    }
    worked ||= isTime(entry)
    const made = changes.get(entry.number)
    if (typeof made === 'string') leftOut.push({ entry: entry.number, reason: made })
    else if (made !== undefined && entry.via !== 'time')
      add(entry, entry.at, entry.at, isDated, () => ({ kind: 'change', changes: made }))
  }
  return { sources, leftOut }
}

/** Due work, or time that a test or a step moved: a step also with a real clock. */
function isTime(entry: KeptEntry): boolean {
  return !isExchange(entry) && (entry.via === 'time' || clockUnits.has(entry.unit))
}

/** The exchange of an entry, or the reason why it has none. */
function readExchange(entry: KeptExchange): Exchange | string {
  if (entry.response === undefined) return 'it was not answered'
  return entry.via === 'http' ? httpExchange(entry, entry.response) : callExchange(entry, entry.response)
}

function httpExchange(
  { request, failure }: KeptExchange,
  response: NonNullable<KeptExchange['response']>,
): HttpExchange | string {
  const { method, url } = request
  if (!url.startsWith(BASE)) return `${method} ${redactUrl(url)}: its path is not below ${BASE}`
  if (failure?.code === 'request_too_large') return `${method} ${redactUrl(url)}: its body was not read`
  const headers = byName(request.headers)
  const telling = TELLING_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  )
  return {
    kind: 'http',
    caller: callerIn(headers),
    method,
    path: url.slice(BASE.length),
    headers: Object.fromEntries(telling),
    body: request.body ?? new Uint8Array(),
    answer: shownAnswer(response, method, DEFAULT_TIMEOUT_MS),
  }
}

function callExchange(
  entry: KeptExchange,
  { body, faults }: NonNullable<KeptExchange['response']>,
): CallExchange | string {
  const { unit, call = {}, request, number } = entry
  if (unit?.kind !== 'command') return `entry ${number} is a call of no command`
  if (faults !== undefined) return `${unit.id}: what a fault made of its answer is not in the journal`
  if (nestsTooDeep(entry)) return `${unit.id}: its parameters nest too deep`
  const frame = typeof body === 'string' ? shallowJson(body) : undefined
  if (!isObject(frame)) return `${unit.id}: it was not answered`
  return {
    kind: 'call',
    caller: callerIn(byName(request.headers)),
    method: unit.id,
    params: call,
    answer: { outcome: 'answered', frame },
  }
}

function byName(headers: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (let i = 0; i < headers.length; i += 2) found[headers[i]!.toLowerCase()] = headers[i + 1]!
  return found
}

/** A line about fixtures of the scenario that are not shipped with the package. */
export function ownFixtures(emulator: Emulator): LeftOut[] {
  const own =
    instanceOf(emulator)
      .start.world?.fixtures.filter((fixture) => !isShipped(fixture))
      .map(({ name }) => name) ?? []
  return own.length === 0
    ? []
    : [
        {
          entry: null,
          reason: `the ${own.length === 1 ? 'fixture' : 'fixtures'} ${own.join(', ')} must be given beside the scenario`,
        },
      ]
}

function notesOn(emulator: Emulator): LeftOut[] {
  const { start, lostEntries: lost } = instanceOf(emulator)
  const unnamed =
    hostOf(emulator)
      .tracer?.history()
      .filter(({ entry }) => entry === null)
      .flatMap(({ changes }) => changes).length ?? 0
  return [
    ...(lost > 0
      ? [
          `the journal no longer has ${lost === 1 ? 'an entry since the start: the steps begin after it' : `${lost} entries since the start: the steps begin after them`}`,
        ]
      : []),
    ...(start.world === undefined
      ? ['the emulator began from a state, which a scenario cannot name: the steps are played in the starter world']
      : []),
    ...(unnamed > 0
      ? [
          `${unnamed} ${unnamed === 1 ? 'write has' : 'writes have'} no entry in the journal: put such records into the world of the scenario`,
        ]
      : []),
  ].map((reason) => ({ entry: null, reason }))
}
