import { ApiError } from '../contract/api-error.ts'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { faultKind, type Fault } from '../faults/registry.ts'
import type { Exchange } from '../kernel/exchange.ts'
import type { Interceptor } from '../kernel/host.ts'
import type { Change } from '../format/schema-common.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import type { World } from '../world/world.ts'
import { applyChange } from './changes.ts'
import { compile, isChange, type Compiled, type Phase } from './compiled.ts'
import { sentParams } from './sent-params.ts'
import { isDue } from './when.ts'

type Values = Readonly<Record<string, unknown>>

/** Lets the triggers of a world act on its exchanges. All that it needs to know is state of the world. */
export const triggerInterceptor: Interceptor = {
  before(exchange) {
    if (exchange.world.state.triggers.entries.length > 0) act(exchange, 'before')
  },
  after(exchange) {
    if (exchange.unit === undefined || exchange.world.state.triggers.entries.length === 0) return
    finish(exchange)
    act(exchange, 'after')
  },
}

/** Parameters as sent: resolving `me` and giving the body its shape change what the exchange holds. */
const sent = new WeakMap<Exchange, Values>()

/** Changes to make once the handler has run, by the entry that asked for them. */
const postponed = new WeakMap<Exchange, { id: string; changes: readonly Change[] }[]>()

/** Every trigger that is due acts, in order; the first refusal among them is answered. */
function act(exchange: Exchange, phase: Phase): void {
  const { world } = exchange
  const given = () => paramsOf(exchange)
  let refusal: ApiError | undefined
  for (const entry of world.state.triggers.entries) {
    const trigger = compile(entry)
    const about = (trigger.phase === phase || phase === 'before') && trigger.about(exchange, given)
    if (trigger.phase !== phase || !about) continue
    const matched = entry.matched + 1
    const { when } = trigger.trigger
    const fires = isDue(when, matched) && (when.probability === undefined || world.ids.chance() < when.probability)
    replaceEntry(world, entry.id, { matched, ...(fires && { fired: entry.fired + 1, problem: null }) })
    if (!fires) continue
    const refused = fire(exchange, entry.id, trigger)
    refusal ??= refused
  }
  if (refusal !== undefined) throw refusal
}

function paramsOf(exchange: Exchange): Values {
  let params = sent.get(exchange)
  if (params === undefined) sent.set(exchange, (params = sentParams(exchange)))
  return params
}

function fire(exchange: Exchange, id: string, trigger: Compiled): ApiError | undefined {
  ;(exchange.triggers ??= []).push(trigger.name)
  if (trigger.later.length > 0) postpone(exchange, id, trigger.later)
  let refusal: ApiError | undefined
  for (const action of trigger.actions) {
    if (isChange(action)) {
      change(exchange, id, action)
      continue
    }
    const refused = inject(exchange, action, trigger.phase)
    refusal ??= refused
  }
  return refusal
}

/** Hands a fault to the transport, or returns the refusal that it is. */
function inject(exchange: Exchange, fault: Fault, phase: Phase): ApiError | undefined {
  const kind = faultKind(fault)
  const argument = Object.values(fault)[0] as never
  if ('answer' in kind) return kind.answer(exchange.world, argument)
  if (exchange.via === 'http' && typeof kind.http !== 'function') {
    exchange.note(`the fault '${kind.name}' was left out: ${kind.http.reason}`)
    return undefined
  }
  ;(exchange.faults ??= []).push(fault)
  return phase === 'before' && kind.skipsHandler === true ? unanswered(kind.name) : undefined
}

/** Stands for the answer that nobody will see. */
function unanswered(name: string): ApiError {
  return new ApiError('internal_error', `A trigger kept this request from being handled (${name}).`, { injected: true })
}

function postpone(exchange: Exchange, id: string, changes: readonly Change[]): void {
  const waiting = postponed.get(exchange)
  if (waiting === undefined) postponed.set(exchange, [{ id, changes }])
  else waiting.push({ id, changes })
}

function finish(exchange: Exchange): void {
  for (const { id, changes } of postponed.get(exchange) ?? []) for (const each of changes) change(exchange, id, each)
}

/** A change that cannot be made stops neither request nor trigger: the journal and the trigger's report say why. */
function change(exchange: Exchange, id: string, action: Change): void {
  const { world } = exchange
  // What a trigger writes the request did not: it does not move world time.
  const { version } = world.state
  try {
    applyChange(world, action, startedBy(exchange))
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    const problem = `${Object.keys(action)[0]}: ${error.message}`
    exchange.note(`trigger '${exchange.triggers?.at(-1) ?? id}' could not change the world: ${problem}`)
    replaceEntry(world, id, { problem })
  } finally {
    exchange.foreignWrites += world.state.version - version
  }
}

function startedBy({ result }: Exchange): string | undefined {
  const { operation, execution } = (result ?? {}) as { operation?: { id?: string }; execution?: { id?: string } }
  return (operation ?? execution)?.id
}

function replaceEntry(world: World, id: string, changes: Partial<TriggerEntry>): void {
  const { entries, next } = world.state.triggers
  world.state.triggers = { next, entries: entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)) }
}
