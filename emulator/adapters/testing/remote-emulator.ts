import { ControlClient, ControlRefusal } from '../../scenario/control-client/control-client.ts'
import { askRunning, controlRoot } from '../../scenario/control-client/ask-running.ts'
import type { ListedCalls } from '../../engine/journal/calls-text.ts'
import { isWhole } from '../../engine/journal/journal-entry.ts'
import { readTime } from '../../engine/world/time.ts'
import { reachedAt, type WorldUrls } from '../../scenario/control-client/reached-at.ts'
import type {
  CoverageReport,
  ExportedState,
  JournalEntry,
  JournalMatch,
  Times,
  TriggerInput,
  Verdict,
} from '../../index.ts'
import type { ControlAnswer, ControlArguments, ControlKey } from '../../host/control-api/control-api.ts'
import { controlRequest } from '../../host/control-api/control-request.ts'
import type { Arranged } from '../../engine/world/arrange.ts'
import type { TableName } from '../../engine/world/tables/index.ts'
import type { RecordOf } from '../../engine/world/world.ts'
import { mergeReports } from '../../engine/coverage/merge.ts'
import type { HeldWhen, HoldOptions } from '../../host/hold.ts'
import { RemoteClock } from './remote-clock.ts'
import { heldSentences, readHold, RemoteGate } from './remote-gate.ts'
import { neverFired, type Unfired } from './never-fired.ts'

/** A record in JSON: the fields of its table, binary content as `{base64}`. */
type WireRecord<N extends TableName> = RecordOf<N> & { readonly id: string }

/** A table of a remote world. Refusals are thrown as `EmulatorError` with the server's message. */
export interface RemoteTable<N extends TableName> {
  /** The record with this id or alias. */
  get(reference: string): Promise<WireRecord<N> | undefined>
  /** All records, in order of creation. */
  list(): Promise<WireRecord<N>[]>
  insert(fields: Arranged<RecordOf<N>>): Promise<WireRecord<N>>
  update(reference: string, changes: Arranged<RecordOf<N>>): Promise<WireRecord<N>>
  /** Deletes a record. Resolves to the number of deleted records, dependent ones included. */
  delete(reference: string): Promise<number>
}

export type RemoteTables = { readonly [N in TableName]: RemoteTable<N> }

/** A world of its own on a running server, controlled over the network. */
export class RemoteEmulator {
  /** Root of the REST API, with `/v1`. */
  readonly baseUrl: string
  readonly realtimeUrl: string
  readonly controlUrl: string
  /** Name of the world, for headers and keys. */
  readonly worldName: string
  readonly #server: ControlClient
  readonly #control: ControlClient
  readonly #unanswered = new Set<{ readonly call: string }>()
  readonly #gates: RemoteGate[] = []
  /** Ids of triggers that the test did not add, or that a reset restored without their counts. */
  #notByTest = new Set<string>()

  private constructor(server: string, world: WorldUrls, token: string | undefined) {
    this.baseUrl = world.base_url
    this.realtimeUrl = world.realtime_url
    this.controlUrl = world.control_url
    this.#server = new ControlClient(server, { token })
    this.#control = new ControlClient(world.control_url, { token, via: 'test' })
    this.worldName = world.world
  }

  /** Creates a world in constant time, on the server with this control API (`http://127.0.0.1:4010`, or its control API). */
  static async create(
    controlUrl: string,
    options: { readonly token?: string | undefined; readonly seed?: number | undefined } = {},
  ): Promise<RemoteEmulator> {
    const server = controlRoot(controlUrl)
    // A run that is interrupted leaves nothing behind.
    const body = { idle: '1h', ...(options.seed !== undefined && { seed: options.seed }) }
    const world = await askRunning(server, options, (control) => control.send('POST /worlds', { body }))
    const urls = reachedAt(new URL(server).origin, world)
    const emulator = new RemoteEmulator(server, urls, options.token)
    await emulator.#leaveTriggersOut()
    return emulator
  }

  /** Tables of the world by name. */
  readonly world = new Proxy({}, { get: (_, table) => this.#table(String(table)) }) as RemoteTables

  readonly clock = new RemoteClock(
    async () => readTime((await this.#call('GET /clock')).now, 'clock'),
    async (duration) => void (await this.#call('POST /clock', { body: { advance: duration } })),
  )

  readonly triggers = {
    add: async (trigger: TriggerInput): Promise<void> => void (await this.#call('POST /triggers', { body: trigger })),
    clear: async (): Promise<void> => void (await this.#call('DELETE /triggers')),
  }

  /**
   * Opens a gate: requests that match wait at it until it lets them go.
   *
   * @example
   * const gate = await emulator.hold('GET /users/me')
   * await page.goto('/profile')
   * await gate.arrived()
   * await expect(page.getByRole('progressbar')).toBeVisible()
   * await gate.release()
   */
  async hold(when: HeldWhen, options: HoldOptions = {}): Promise<RemoteGate> {
    const { hold } = await this.#call('POST /holds', { body: readHold(when, options) })
    const gate = new RemoteGate(
      hold,
      (key, ...input) => this.#call(key, ...input),
      () => this.entries(),
    )
    this.#gates.push(gate)
    return gate
  }

  /** Sentences about gates for which the test still waits. Their waits reject with them. */
  async stillAwaited(): Promise<string[]> {
    const sentences = await Promise.all(this.#gates.map((gate) => gate.stillAwaited()))
    return sentences.filter((sentence) => sentence !== undefined)
  }

  /** Sentences about requests that gates hold. */
  async stillHeld(): Promise<string[]> {
    const { holds } = await this.#call('GET /holds')
    const entries = holds.some(({ held }) => held.length > 0) ? await this.entries() : []
    return holds.flatMap(({ name, held }) => heldSentences(entries, held, name))
  }

  /** Restarts the world from a scenario: a shipped one by name, or a document. */
  async switchTo(scenario: string | object): Promise<void> {
    const body = typeof scenario === 'string' ? { name: scenario } : { document: { ...scenario } }
    await this.#call('POST /scenario', { body })
    this.#notByTest = new Set()
  }

  async reset(): Promise<void> {
    await this.#call('POST /reset')
    await this.#leaveTriggersOut()
  }

  verify(match: JournalMatch, options: { readonly times?: Times } = {}): Promise<Verdict> {
    return this.#call('POST /verify', { body: { match, ...options } })
  }

  /** Requests and calls as lines, for a snapshot. */
  listCalls(): Promise<ListedCalls> {
    return this.#call('GET /journal.calls')
  }

  async entries(): Promise<JournalEntry[]> {
    const { entries } = await this.#call('GET /journal')
    return entries.filter(isWhole).filter((entry) => entry.request !== null)
  }

  /** Coverage, also of a server of an earlier release, in the form of this one. */
  async coverage(): Promise<CoverageReport> {
    return mergeReports([await this.#call('GET /coverage')])
  }

  export(): Promise<ExportedState> {
    return this.#call('GET /export') as Promise<object> as Promise<ExportedState>
  }

  /** Bundle of this world's history, which `svc-emulator show` opens. */
  bundle(name: string, problem?: string): Promise<object> {
    return this.#call('GET /bundle', { query: { name, problem } })
  }

  /** Deletes the world and closes its sockets. */
  async close(): Promise<void> {
    await this.#server.send('DELETE /worlds/:id', { params: { id: this.worldName } })
  }

  /** Control calls that were sent and are not yet answered: `POST /verify`. */
  unanswered(): string[] {
    return [...this.#unanswered].map(({ call }) => call)
  }

  /** Message about triggers of the test that never fired. */
  async neverFired(): Promise<string | undefined> {
    return neverFired((await this.#triggers()).filter(({ id }) => !this.#notByTest.has(id)))
  }

  async #leaveTriggersOut(): Promise<void> {
    this.#notByTest = new Set((await this.#triggers()).map(({ id }) => id))
  }

  async #triggers(): Promise<readonly Unfired[]> {
    const { triggers } = await this.#call('GET /triggers')
    return triggers
  }

  async #call<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<ControlAnswer<K>> {
    const { method, path } = controlRequest(key, input[0])
    const sent = { call: `${method} ${path}` }
    this.#unanswered.add(sent)
    try {
      return await this.#control.send(key, ...input)
    } finally {
      this.#unanswered.delete(sent)
    }
  }

  #table(table: string): RemoteTable<TableName> {
    const read = async (id: string) =>
      (await this.#call('GET /state/:table/:id', { params: { table, id } })).record as never
    return {
      get: (reference) =>
        read(reference).catch((error: unknown) => {
          if (error instanceof ControlRefusal && error.code === 'record_not_found') return undefined
          throw error
        }),
      list: () => this.#list(table) as Promise<never>,
      insert: async (fields) =>
        (
          await this.#call('POST /state/:table', {
            params: { table },
            body: fields as Readonly<Record<string, unknown>>,
          })
        ).record as never,
      update: async (id, changes) => {
        // PUT would create a missing record.
        await read(id)
        return (
          await this.#call('PUT /state/:table/:id', {
            params: { table, id },
            body: changes as Readonly<Record<string, unknown>>,
          })
        ).record as never
      },
      delete: async (id) => (await this.#call('DELETE /state/:table/:id', { params: { table, id } })).deleted,
    }
  }

  async #list(table: string): Promise<unknown[]> {
    const records: unknown[] = []
    for (let after: string | undefined, isLast = false; !isLast;) {
      const page: ControlAnswer<'GET /state/:table'> = await this.#call('GET /state/:table', {
        params: { table },
        query: { limit: 1000, after },
      })
      records.push(...page.records)
      after = page.next ?? undefined
      isLast = page.next === null
    }
    return records
  }
}
