import { parseDuration } from '../../engine/world/clock.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import type { CallStep, Caller, HttpStep, Step } from '../../scenario/schema-steps.ts'
import {
  callDifferences,
  callOutcome,
  callOutcomeOverHttp,
  httpDifferences,
  httpOutcome,
} from '../../scenario/outcome.ts'
import { POLL_MS } from '../../scenario/replay.ts'
import { buildRequest } from '../../scenario/steps/http-step.ts'
import { Session } from '../../scenario/steps/session.ts'
import type { HttpAnswer } from '../../scenario/targets/target.ts'
import type { AskedRequest, AskedCaller } from './asked.ts'
import { findUnit, isRead } from './find-unit.ts'
import { followPages } from './follow-pages.ts'
import type { Observation } from './observation.ts'
import type { Patience } from './patience.ts'
import type { ProbeFile } from './probe-files.ts'

/** Settings and callbacks for playing a probe file. */
export interface Playing {
  /** Given API keys by name. */
  readonly keys: Readonly<Record<string, string>>
  readonly readOnly: boolean
  /** Sends a request and keeps the exchange, except while `isAwaited` says that a later answer is awaited. */
  readonly ask: (asked: AskedRequest, isAwaited: (observation: Observation) => boolean) => Promise<Observation>
  readonly wait: (milliseconds: number) => Promise<void>
  readonly patience: Patience
  readonly isOver: () => boolean
  readonly leaveOut: (line: string) => void
  readonly stepDone: () => void
}

/** Most pages of a listing that are read after the first. */
const MAX_PAGES = 40

/** Plays the steps of a probe file. A step that needs a missing answer is left out. */
export async function playProbe(file: ProbeFile, playing: Playing): Promise<void> {
  const session = new Session(undefined as never, file.scenario.as)
  const names = new Map(Object.entries(playing.keys).map(([name, secret]) => [secret, name]))
  let [leftOut, late] = [0, 0]
  for (const step of file.scenario.steps ?? []) {
    if (playing.isOver()) late++
    else
      for (let time = 1; time <= (('repeat' in step ? step.repeat : 1) ?? 1); time++)
        if (!(await playStep(step, file, session, playing, names))) leftOut++
    playing.stepDone()
  }
  const why = playing.readOnly ? 'write, or need answers that did not come' : 'need answers that did not come'
  if (leftOut > 0) playing.leaveOut(`${leftOut} of the steps of ${file.name}, which ${why}`)
  if (late > 0) playing.leaveOut(`${late} of the steps of ${file.name}, before which the run ended`)
}

/** Plays a step. Returns false if it was left out. */
async function playStep(
  step: Step,
  file: ProbeFile,
  session: Session,
  playing: Playing,
  names: Map<string, string>,
): Promise<boolean> {
  if (!('http' in step) && !('call' in step)) return false
  let asked: AskedRequest
  try {
    asked = applyMarks(prepare(step, file, session, playing.keys, names))
  } catch {
    // A variable without a value: its answer did not come, or lacks the field.
    return false
  }
  if (playing.readOnly && !mayBeSent(asked)) return false
  const observation = await askUntil(step, asked, session, playing)
  const outcome = describeOutcome(step, observation)
  if ('save' in step) {
    session.save(step.save, outcome)
    for (const name of Object.keys(step.save ?? {})) nameSecret(names, name, session.variables[name])
  } else {
    const ask = (next: AskedRequest): Promise<Observation> => playing.ask(next, () => false)
    const broken = await followPages(asked, observation, ask, (read) => read < MAX_PAGES && !playing.isOver())
    if (broken !== undefined) playing.leaveOut(`the rest of a listing of ${findUnit(asked)!.id}: ${broken}`)
  }
  return true
}

/** True for a request that changes nothing, such as GET of an unknown path. */
function mayBeSent(asked: AskedRequest): boolean {
  const unit = findUnit(asked)
  return unit === undefined ? asked.via === 'http' && asked.method === 'GET' : isRead(unit)
}

function nameSecret(names: Map<string, string>, name: string, value: unknown): void {
  if (typeof value === 'string' && !names.has(value)) names.set(value, name)
}

function prepare(
  step: HttpStep | CallStep,
  file: ProbeFile,
  session: Session,
  keys: Playing['keys'],
  names: ReadonlyMap<string, string>,
): AskedRequest {
  const caller = findCaller(session, step.as, keys, names)
  const foreign = file.foreign === true ? { foreign: true } : {}
  if ('call' in step && step.via !== 'http')
    return {
      via: 'socket',
      probe: file.name,
      ...foreign,
      caller,
      socket: step.socket ?? '',
      method: step.call,
      params: session.fill(step.params ?? {}),
      ...(step.notify === true && { notify: true }),
    }
  if ('call' in step)
    return {
      via: 'http',
      probe: file.name,
      ...foreign,
      caller,
      method: 'POST',
      path: `/${step.call.replace('.', '/')}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(session.fill(step.params ?? {})),
    }
  const { method, path, headers, body } = buildRequest(step, session)
  const { 'x-api-key': _key, authorization: _token, ...others } = headers
  return { via: 'http', probe: file.name, ...foreign, caller, method, path, headers: others, body }
}

function findCaller(
  session: Session,
  named: Caller | undefined,
  keys: Playing['keys'],
  names: ReadonlyMap<string, string>,
): AskedCaller {
  const caller = session.caller(named)
  if (caller === 'none') return { name: 'none', credentials: {} }
  if (typeof caller === 'object' && 'bearer' in caller)
    return { name: names.get(caller.bearer) ?? 'token', credentials: { authorization: `Bearer ${caller.bearer}` } }
  const name = typeof caller === 'string' ? caller : caller.api_key
  const secret = Object.hasOwn(keys, name) ? keys[name]! : name
  return { name: names.get(secret) ?? 'key', credentials: { 'x-api-key': secret } }
}

/** Sends a request once, or again and again until the expectation of a step with `within` is met. */
async function askUntil(
  step: HttpStep | CallStep,
  asked: AskedRequest,
  session: Session,
  playing: Playing,
): Promise<Observation> {
  const within = parseDuration(step.within ?? 0) ?? 0
  const isMissing = (observation: Observation): boolean => !isExpected(step, session, observation)
  if (within === 0) return playing.ask(asked, () => false)
  const { patience } = playing
  const limit = patience.limit(within)
  for (let waited = 0; ; waited += POLL_MS) {
    const isLast = waited >= limit || playing.isOver()
    const observation = await playing.ask(asked, isLast ? () => false : isMissing)
    const hasCome = !isMissing(observation)
    if (hasCome) patience.came(waited)
    else if (waited >= limit && observation.kind !== 'failed') patience.ranOut(within)
    if (hasCome || isLast) return observation
    await playing.wait(POLL_MS)
  }
}

function isExpected(step: HttpStep | CallStep, session: Session, observation: Observation): boolean {
  const outcome = describeOutcome(step, observation)
  const differences =
    'http' in step
      ? httpDifferences(session.fill(step.expect), outcome as never)
      : callDifferences(session.fill(step.expect), outcome as never)
  return differences.length === 0
}

function describeOutcome(step: HttpStep | CallStep, observation: Observation): object {
  if (observation.kind === 'socket') {
    const frame = shallowJson(observation.frames.at(-1) ?? '') as never
    return callOutcome({ outcome: 'answered', frame, answers: 1, strays: 0, close: undefined, arrival: 1 })
  }
  const given = observation.kind === 'http' ? observation : observation.answer
  const answer: HttpAnswer =
    given === undefined
      ? { outcome: 'no_answer', status: 0, headers: {}, bytes: new Uint8Array(0) }
      : { ...given, outcome: 'answered' }
  return 'call' in step ? callOutcomeOverHttp(answer) : httpOutcome(answer)
}

/** A mark before a saved value: change it to upper case, or change its first, middle or last character. */
const mark = /svc-drift-(upper|first|middle|last)-([^/?&"\s]+)/g

/** Changes the marked values of a request, which test edge cases. */
function applyMarks(asked: AskedRequest): AskedRequest {
  if (asked.via === 'socket') return { ...asked, params: JSON.parse(change(JSON.stringify(asked.params))) as unknown }
  return {
    ...asked,
    path: change(asked.path),
    body: typeof asked.body === 'string' ? change(asked.body) : asked.body,
  }
}

function change(text: string): string {
  return text.replace(mark, (_, how: string, value: string) => {
    if (how === 'upper') return value.toUpperCase()
    const place = how === 'first' ? 0 : how === 'last' ? value.length - 1 : Math.floor(value.length / 2)
    return value.slice(0, place) + otherCharacter(value[place]!) + value.slice(place + 1)
  })
}

function otherCharacter(character: string): string {
  return character === 'A' ? 'B' : 'A'
}
