import { Refusal, type Source } from './source.ts'
import { stateAt, type Tables, type TraceStep } from './state-at.ts'

/** What stands in the slot of the page: answers of the control API by their paths, as they were when the file was written. */
interface PageBundle {
  readonly svc_emulator_page: 1
  readonly answers: Readonly<Record<string, unknown>>
  readonly trace?: readonly TraceStep[]
}

/** A run in a file, to be read: every call is answered with what the control API had answered. */
export class BundleSource implements Source {
  readonly live = false
  readonly world = undefined
  readonly apiUrl = 'http://127.0.0.1:4010/v1'
  readonly realtimeUrl = 'ws://127.0.0.1:4010/v1/realtime'
  readonly #answers: PageBundle['answers']
  readonly #trace: readonly TraceStep[]

  constructor(text: string) {
    const { answers, trace = [] } = JSON.parse(text) as PageBundle
    this.#answers = answers
    this.#trace = trace
  }

  async call<T>(method: string, path: string): Promise<T> {
    if (method !== 'GET') throw new Refusal(405, 'read_only', 'This is the record of a run: nothing in it can be changed.')
    const [bare = '', query = ''] = path.split('?', 2)
    const moment = new URLSearchParams(query)
    const answer = this.#answers[path] ?? (moment.has('at') ? undefined : this.#answers[bare]) ?? this.#stateOf(bare, moment)
    if (answer === undefined) throw notInFile()
    return answer as T
  }

  text(): Promise<string> {
    return Promise.reject(notInFile())
  }

  /** Nothing more will happen. */
  listen(_path: string, _heard: (data: string) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  /** Tables, a table or a record, at the end or at an entry. */
  #stateOf(path: string, moment: URLSearchParams): unknown {
    const [, first, table, id] = path.split('/').map(decodeURIComponent)
    if (first !== 'state') return undefined
    const at = moment.get('at')
    const tables = at === null ? this.#end() : stateAt(this.#end(), this.#trace, Number(at), moment.get('when') ?? 'after')
    if (tables === undefined) return undefined
    if (table === undefined) return { tables: Object.fromEntries([...tables].map(([name, records]) => [name, records.size])) }
    const records = [...tables.get(table)?.values() ?? []]
    if (id === undefined) return { records, next: null }
    const record = records.find((each) => each['id'] === id || each['alias'] === id)
    return record && { record }
  }

  #end(): Tables {
    const tables = Object.entries(this.#answers).filter(([path]) => /^\/state\/[^/?]+$/.test(path))
    return new Map(tables.map(([path, answer]) => [path.slice('/state/'.length), new Map((answer as { records: { id: string }[] }).records.map((record) => [record.id, record]))]))
  }
}

function notInFile(): Refusal {
  return new Refusal(404, 'not_in_file', 'This file does not hold that part of the run.')
}
