import { sentSecrets, type AskedRequest, type AskedCaller, type AskedHttp, type ObservedExchange } from './asked.ts'
import { ADOPTION } from './callers.ts'
import { CreatedRecords } from './created.ts'
import { lookAt, lookAtRefusal, lookAtRights } from './first-look.ts'
import { hasSameOutcome } from './learn.ts'
import { answerFields, answerText, failed, type Observation } from './observation.ts'
import { Patience } from './patience.ts'
import { playProbe } from './play-probe.ts'
import { EXISTING, type ProbeFile } from './probe-files.ts'
import { exceedLimit } from './exceed-limit.ts'
import { findCut } from './facts/find-cut.ts'
import { findMaximumLimit } from './facts/find-maximum.ts'
import type { DriftSteps, Traffic } from './options.ts'
import { orStopped } from './or-stopped.ts'
import { CallerNames, fromRecorded } from './recorded.ts'
import type { DriftTarget, TargetSettings } from './target.ts'

/** Requests of a run, with their answers. */
export interface Collected {
  readonly exchanges: readonly ObservedExchange[]
  readonly leftOut: readonly string[]
  readonly created: CreatedRecords
  /** One sentence, if the target is not the service, or does not serve. */
  readonly ill: string | undefined
  /** Numbers of the exchanges that were repeated with the same outcome. */
  readonly twice: ReadonlySet<number>
}

export interface Collecting {
  readonly target: DriftTarget
  readonly keys: Readonly<Record<string, string>>
  readonly files: readonly ProbeFile[]
  readonly readOnly: boolean
  /** Sends requests of several megabytes, too. */
  readonly large: boolean
  /** False to leave out the questions after the files, such as for limits. */
  readonly further?: boolean
  readonly traffic: Traffic | undefined
  readonly wait: TargetSettings['wait']
  /** True once no more requests may be sent. */
  readonly isOver: () => boolean
  readonly signal: AbortSignal | undefined
  readonly onExchange: (done: number, steps: DriftSteps) => void
  /** Exchanges to repeat, because a fact rests on one of them alone. */
  readonly again: (exchanges: readonly ObservedExchange[]) => readonly ObservedExchange[]
}

/** Sends all probes to the target and keeps the answers. */
export async function collect(collecting: Collecting): Promise<Collected> {
  const { target, keys, files, readOnly, large, signal, onExchange } = collecting
  const isOver = (): boolean => collecting.isOver() || target.ill !== undefined
  const wait: Collecting['wait'] = (milliseconds) => collecting.wait(milliseconds, signal)
  const exchanges: ObservedExchange[] = []
  const leftOut: string[] = []
  const of = files.reduce((sum, { scenario }) => sum + (scenario.steps?.length ?? 0), 0)
  let done = 0
  const own = new Set<string>()
  const created = new CreatedRecords(own)
  const ask: AskAwaited = async (asked, isAwaited) => {
    if (isOver()) return failed('budget', 'the time of the run is over')
    const answered = created.note(asked)
    const observation = await orStopped(target.ask(asked), signal)
    answered(observation)
    if (!isAwaited(observation)) exchanges.push({ number: exchanges.length + 1, asked, observation })
    onExchange(exchanges.length, { done, of })
    return observation
  }
  const isShipped = ({ name, foreign }: ProbeFile): boolean => foreign !== true || name === EXISTING
  const probes = files.some(isShipped)
  const stranger = await meetCallers({ target, keys, ask, wait, signal, probes }, own)
  const twice = new Set<number>()
  if (stranger !== undefined)
    return { exchanges: exchanges.map((each) => ofStranger(each, stranger)), leftOut, created, ill: stranger, twice }
  const patience = new Patience()
  const leaveOut = (line: string): void => void leftOut.push(line)
  const stepDone = (): void => void done++
  for (const file of files) await playProbe(file, { keys, readOnly, ask, wait, patience, isOver, leaveOut, stepDone })
  const still = patience.describe()
  if (still !== undefined) leaveOut(still)
  const askOnce = (asked: AskedRequest): Promise<Observation> => ask(asked, () => false)
  // The user's own traffic is sent without further questions.
  if (collecting.further !== false && files.some(({ foreign }) => foreign !== true)) {
    await findMaximumLimit(exchanges, askOnce)
    if (large && !readOnly) await findCut(exchanges, askOnce)
    if (!readOnly) await exceedLimit(exchanges, created.all, large, askOnce)
  }
  if (!isOver()) await listen(collecting, exchanges, leftOut, askOnce)
  else if (collecting.traffic !== undefined) leaveOut('the requests of the command, before which the run ended')
  for (const exchange of isOver() ? [] : collecting.again(exchanges))
    if (hasSameOutcome(exchange, await askOnce(exchange.asked))) twice.add(exchange.number)
  return { exchanges, leftOut, created, ill: target.ill, twice }
}

/** An exchange with what is not the service: its answer shows nothing. */
function ofStranger(exchange: ObservedExchange, why: string): ObservedExchange {
  return exchange.observation.kind === 'failed' ? exchange : { ...exchange, observation: failed('gateway', why) }
}

/** Sends a request and keeps the exchange, except while a later answer is awaited. */
type AskAwaited = (asked: AskedRequest, isAwaited: (observation: Observation) => boolean) => Promise<Observation>

interface CollectMeeting extends Pick<Collecting, 'target' | 'keys' | 'wait' | 'signal'> {
  readonly ask: AskAwaited
  /** True if the shipped probes are asked, and not only the user's own requests. */
  readonly probes: boolean
}

/**
 * Reads each caller before anything is changed, and adds the ids of their users to `own`. Returns the reason if the
 * target is not the service, or does not know a key, or if a key may not do what the run does.
 */
async function meetCallers(
  { target, keys, ask, wait, signal, probes }: CollectMeeting,
  own: Set<string>,
): Promise<string | undefined> {
  for (const [name, secret] of Object.entries(keys)) {
    const caller: AskedCaller = { name, credentials: { 'x-api-key': secret } }
    const me = describeCaller(caller, '/users/me')
    let seen: Observation | undefined
    const look = async (asked: AskedHttp, isLast: (each: Observation) => boolean): Promise<Observation> => {
      seen = await ask(asked, (each) => !isLast(each))
      const id = findUserId(seen)
      if (id !== undefined) own.add(id)
      return seen
    }
    const askAside = (asked: AskedHttp): Promise<Observation> => orStopped(target.ask(asked), signal)
    const isFirst = own.size === 0
    const ill = await lookAt(target.name, me, look, wait)
    if (ill !== undefined) return ill
    const orgs = await ask(describeCaller(caller, '/users/me/orgs'), () => false)
    const refusal = isFirst ? await lookAtRefusal(target.name, me, askAside, wait) : undefined
    if (refusal !== undefined) return refusal
    const unfit = probes ? await lookAtRights(me, { me: seen!, orgs }, askAside) : undefined
    if (unfit !== undefined) return unfit
  }
  return undefined
}

/** Records the traffic of a client. Afterwards, reads find out who its keys belong to. */
async function listen(
  { traffic, keys }: Collecting,
  exchanges: ObservedExchange[],
  leftOut: string[],
  ask: (asked: AskedRequest) => Promise<Observation>,
): Promise<void> {
  if (traffic === undefined) return
  const names = new CallerNames(keys)
  const callers = new Map<string, AskedCaller>()
  await traffic({
    passed(recorded) {
      const passed = fromRecorded(recorded, CLIENT, names)
      if (passed === undefined) return
      exchanges.push({ number: exchanges.length + 1, ...passed })
      const { caller } = passed.asked
      if (caller.name !== 'none' && !Object.hasOwn(keys, caller.name)) callers.set(caller.name, caller)
    },
    leftOut: (line) => void leftOut.push(`of the client's traffic: ${line}`),
  })
  // The organizations of these callers are not asked for: which of them existed before the run is not known. A secret in
  // an answer shows that the answer created the key.
  const answers = exchanges.map(({ observation }) => answerText(observation))
  for (const caller of callers.values()) {
    const [secret = ''] = sentSecrets(caller)
    if (!answers.some((text) => text.includes(secret))) await ask(describeCaller(caller, '/users/me'))
  }
}

/** Name of the probe for exchanges of a client. */
const CLIENT = 'client'

function describeCaller(caller: AskedCaller, path: string): AskedHttp {
  return { via: 'http', probe: ADOPTION, caller, method: 'GET', path, headers: {}, body: undefined }
}

function findUserId(observation: Observation): string | undefined {
  const { user } = answerFields(observation) as { user?: { id?: string } }
  return user?.id
}
