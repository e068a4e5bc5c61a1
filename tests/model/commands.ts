/** The steps of a run: each is done to the model and to the emulator, and what they say is compared. */
import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { answer, units } from './answers.ts'
import { planned, resolve, type Plan } from './plan.ts'
import { advance, tableNames, type State } from './reference.ts'
import type { Served } from './served.ts'

/** Data of a model besides its state: snapshots by name. */
export interface Model {
  state: State
  readonly snapshots: Map<string, State>
  readonly counts: { steps: number; byUnit: Map<string, number>; refused: number }
}

type Step = fc.AsyncCommand<Model, Served>

abstract class Counted implements Step {
  readonly check = (): boolean => true

  async run(model: Model, real: Served): Promise<void> {
    model.counts.steps++
    await this.step(model, real)
  }

  abstract step(model: Model, real: Served): Promise<void>
}

class Request extends Counted {
  readonly plan: Plan

  constructor(plan: Plan) {
    super()
    this.plan = plan
  }

  async step({ state, counts }: Model, real: Served): Promise<void> {
    const ask = resolve(this.plan, state)
    const got = await real.ask(ask, this.plan.socket, 1 + (this.plan.value % 7))
    const expected = answer(state, ask, got.body, got.upgrade === true)
    counts.byUnit.set(ask.unit, (counts.byUnit.get(ask.unit) ?? 0) + 1)
    if (expected.status !== 200) counts.refused++
    const { message, ...body } = got.body
    const said = `${JSON.stringify(ask)} ${this.plan.socket ? 'socket' : 'http'}: ${String(message)}`
    agree(body, expected.body, said)
    if (!Number.isNaN(got.status)) agree(got.status, expected.status, said)
    if (expected.status !== 200) assert.match(String(message), /\S/, said)
    // The creator's membership has an id that the answer does not show.
    if (ask.unit === 'POST /orgs' && expected.status === 200) await compareStates(state, real)
  }

  override toString = (): string => `${this.plan.unit} ${JSON.stringify(this.plan)}`
}

class Advance extends Counted {
  readonly milliseconds: number

  constructor(milliseconds: number) {
    super()
    this.milliseconds = milliseconds
  }

  async step({ state }: Model, real: Served): Promise<void> {
    await real.control('POST', '/clock', { advance: this.milliseconds })
    advance(state, this.milliseconds)
  }

  override toString = (): string => `advance ${this.milliseconds}`
}

class Snapshot extends Counted {
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
  }

  async step({ state, snapshots }: Model, real: Served): Promise<void> {
    await compareStates(state, real)
    await real.control('POST', '/snapshots', { name: this.name })
    snapshots.set(this.name, structuredClone(state))
  }

  override toString = (): string => `snapshot ${this.name}`
}

class Restore extends Counted {
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
  }

  async step(model: Model, real: Served): Promise<void> {
    const snapshot = model.snapshots.get(this.name)
    if (snapshot === undefined) return
    await real.control('POST', `/snapshots/${this.name}/restore`)
    model.state = structuredClone(snapshot)
  }

  override toString = (): string => `restore ${this.name}`
}

/** Goes on in a fork, which has no snapshots. That the world it was forked from keeps its own is seen by those of the units. */
class Fork extends Counted {
  async step(model: Model, real: Served): Promise<void> {
    await compareStates(model.state, real)
    await real.fork()
    model.state = structuredClone(model.state)
    model.snapshots.clear()
  }

  override toString = (): string => 'fork'
}

class Trigger extends Counted {
  readonly operation: string
  readonly nth: number
  readonly error: string

  constructor(operation: string, nth: number, error: string) {
    super()
    this.operation = operation
    this.nth = nth
    this.error = error
  }

  async step({ state }: Model, real: Served): Promise<void> {
    const what = this.operation.includes(' ') ? { endpoint: this.operation } : { command: this.operation }
    const { trigger } = (await real.control('POST', '/triggers', {
      when: { ...what, nth: this.nth },
      do: [{ fail: { error: this.error } }],
    })) as { trigger: { id: string } }
    state.triggers.push({ id: trigger.id, operation: this.operation, nth: this.nth, matched: 0, error: this.error })
  }

  override toString = (): string => `trigger ${this.operation} nth ${this.nth} ${this.error}`
}

class Compare extends Counted {
  async step({ state }: Model, real: Served): Promise<void> {
    await compareStates(state, real)
  }

  override toString = (): string => 'compare'
}

function agree(emulator: unknown, model: unknown, about: string): void {
  try {
    assert.deepEqual(emulator, model)
  } catch (error) {
    throw new Error(`emulator and model disagree: ${about}`, { cause: error })
  }
}

/** Both states, table by table. Ids that no answer has shown are taken from the emulator's. */
export async function compareStates(state: State, real: Served): Promise<void> {
  const { now, tables } = await real.state()
  for (const name of tableNames) {
    const held = tables[name]
    for (const [i, row] of state.tables[name].entries()) if (row.id === '?') row.id = held[i]?.id ?? '?'
    agree(held, state.tables[name], name)
  }
  agree(now, state.now, 'world time')
}

/** Listings are asked page by page, so that a count of their requests says nothing. */
const counted = units.filter(
  (unit) => unit !== 'workflow.list_sessions' && !(unit.startsWith('GET') && unit.endsWith('/revisions')),
)

export const commands: readonly fc.Arbitrary<Step>[] = [
  ...(Array(40).fill(planned.map((plan) => new Request(plan))) as fc.Arbitrary<Step>[]),
  fc.constantFrom(1, 500, 1_999, 2_000, 10_000).map((milliseconds) => new Advance(milliseconds)),
  fc.constantFrom(1, 500, 1_999, 2_000, 10_000).map((milliseconds) => new Advance(milliseconds)),
  fc.constantFrom('a', 'b').map((name) => new Snapshot(name)),
  fc.constantFrom('a', 'b').map((name) => new Restore(name)),
  fc.constant(new Fork()),
  fc
    .tuple(fc.constantFrom(...counted), fc.integer({ min: 1, max: 3 }), fc.constantFrom('internal_error', 'forbidden'))
    .map(([unit, nth, error]) => new Trigger(unit, nth, error)),
  fc.constant(new Compare()),
]
