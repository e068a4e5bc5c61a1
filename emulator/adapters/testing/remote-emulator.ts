import { ControlClient, ControlRefusal } from '../../scenario/control-client/control-client.ts'
import { reachedAt, type WorldUrls } from '../../scenario/control-client/reached-at.ts'
import type {
  CoverageReport,
  ExportedState,
  JournalEntry,
  JournalMatch,
  TimelineEntry,
  Times,
  TriggerInput,
  Verdict,
} from '../../index.ts'
import type { Arranged } from '../../engine/world/arrange.ts'
import type { TableName } from '../../engine/world/tables/index.ts'
import type { RecordOf } from '../../engine/world/world.ts'
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
  readonly #server: ControlClient
  readonly #control: ControlClient
  readonly #id: string
  readonly #unanswered = new Set<{ readonly call: string }>()
  /** Ids of triggers that the test did not add, or that a reset restored without their counts. */
  #notByTest = new Set<string>()

  private constructor(server: string, world: WorldUrls, token: string | undefined) {
    this.baseUrl = world.base_url
    this.realtimeUrl = world.realtime_url
    this.controlUrl = world.control_url
    this.#server = new ControlClient(server, { token })
    this.#control = new ControlClient(world.control_url, { token, via: 'test' })
    this.#id = world.world
  }

  /** Creates a world in constant time, on the server with this control API (`http://127.0.0.1:4010/__emulator`). */
  static async create(
    controlUrl: string,
    options: { readonly token?: string | undefined; readonly seed?: number | undefined } = {},
  ): Promise<RemoteEmulator> {
    const server = controlUrl.replace(/\/+$/, '')
    const body = options.seed === undefined ? {} : { seed: options.seed }
    const world = await new ControlClient(server, options).send('POST', '/worlds', body)
    const urls = reachedAt(new URL(server).origin, world as unknown as WorldUrls)
    const emulator = new RemoteEmulator(server, urls, options.token)
    await emulator.#leaveTriggersOut()
    return emulator
  }

  /** Tables of the world by name. */
  readonly world = new Proxy({}, { get: (_, table) => this.#table(String(table)) }) as RemoteTables

  readonly clock = {
    /** World time in milliseconds since 1970. */
    now: async (): Promise<number> => Date.parse(((await this.#call('GET', '/clock')) as { now: string }).now),
    /** Advances world time by milliseconds, or a text such as `1h`. */
    advance: async (duration: string | number): Promise<void> =>
      void (await this.#call('POST', '/clock', { advance: duration })),
  }

  readonly triggers = {
    add: async (trigger: TriggerInput): Promise<void> => void (await this.#call('POST', '/triggers', trigger)),
    clear: async (): Promise<void> => void (await this.#call('DELETE', '/triggers')),
  }

  /** Restarts the world from a scenario: a shipped one by name, or a document. */
  async switchTo(scenario: string | object): Promise<void> {
    await this.#call('POST', '/scenario', typeof scenario === 'string' ? { name: scenario } : { document: scenario })
    this.#notByTest = new Set()
  }

  async reset(): Promise<void> {
    await this.#call('POST', '/reset')
    await this.#leaveTriggersOut()
  }

  verify(match: JournalMatch, options: { readonly times?: Times } = {}): Promise<Verdict> {
    return this.#call('POST', '/verify', { match, ...options }) as Promise<Verdict>
  }

  async entries(): Promise<JournalEntry[]> {
    const { entries } = (await this.#call('GET', '/journal')) as { entries: TimelineEntry[] }
    return entries.filter((entry) => entry.request !== null)
  }

  coverage(): Promise<CoverageReport> {
    return this.#call('GET', '/coverage') as Promise<CoverageReport>
  }

  export(): Promise<ExportedState> {
    return this.#call('GET', '/export') as Promise<ExportedState>
  }

  /** Bundle of this world's history, which `svc-emulator show` opens. */
  bundle(name: string, problem?: string): Promise<object> {
    const query = new URLSearchParams({ name, ...(problem !== undefined && { problem }) })
    return this.#call('GET', `/bundle?${query.toString()}`) as Promise<object>
  }

  /** Deletes the world and closes its sockets. */
  async close(): Promise<void> {
    await this.#server.send('DELETE', `/worlds/${this.#id}`)
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
    const { triggers } = (await this.#call('GET', '/triggers')) as { triggers: Unfired[] }
    return triggers
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = { call: `${method} ${path}` }
    this.#unanswered.add(sent)
    try {
      return await this.#control.send(method, path, body)
    } finally {
      this.#unanswered.delete(sent)
    }
  }

  #table(name: string): RemoteTable<TableName> {
    const at = (reference: string): string => `/state/${name}/${encodeURIComponent(reference)}`
    const record = async (answer: Promise<unknown>): Promise<never> => ((await answer) as { record: never }).record
    return {
      get: (reference) =>
        record(this.#call('GET', at(reference))).catch((error: unknown) => {
          if (error instanceof ControlRefusal && error.code === 'record_not_found') return undefined
          throw error
        }),
      list: () => this.#list(name) as Promise<never>,
      insert: (fields) => record(this.#call('POST', `/state/${name}`, fields)),
      update: async (reference, changes) => {
        // PUT would create a missing record.
        await this.#call('GET', at(reference))
        return record(this.#call('PUT', at(reference), changes))
      },
      delete: async (reference) => ((await this.#call('DELETE', at(reference))) as { deleted: number }).deleted,
    }
  }

  async #list(name: string): Promise<unknown[]> {
    const records: unknown[] = []
    for (let after: string | null = ''; after !== null;) {
      const query: string = after === '' ? '' : `&after=${after}`
      const page = (await this.#call('GET', `/state/${name}?limit=1000${query}`)) as {
        records: unknown[]
        next: string | null
      }
      records.push(...page.records)
      after = page.next
    }
    return records
  }
}
