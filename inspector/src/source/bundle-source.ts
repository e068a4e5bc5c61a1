import { Refusal, type Source } from './source.ts'

/** What stands in the slot of the page: answers of the control API by their paths, as they were when the file was written. */
export interface PageBundle {
  readonly svc_emulator_page: 1
  readonly answers: Readonly<Record<string, unknown>>
}

/** A run in a file, to be read: every call is answered with what the control API had answered. */
export class BundleSource implements Source {
  readonly live = false
  readonly world = undefined
  readonly apiUrl = 'http://127.0.0.1:4010/v1'
  readonly realtimeUrl = 'ws://127.0.0.1:4010/v1/realtime'
  readonly #answers: PageBundle['answers']

  constructor(text: string) {
    this.#answers = (JSON.parse(text) as PageBundle).answers
  }

  async call<T>(method: string, path: string): Promise<T> {
    if (method !== 'GET') throw new Refusal(405, 'read_only', 'This is the record of a run: nothing in it can be changed.')
    const answer = this.#answers[path] ?? this.#answers[path.split('?', 1)[0]!]
    if (answer === undefined || path.includes('at=') && !(path in this.#answers)) throw new Refusal(404, 'not_in_file', 'This file does not hold that part of the run.')
    return answer as T
  }

  text(): Promise<string> {
    return Promise.reject(new Refusal(404, 'not_in_file', 'This file does not hold that part of the run.'))
  }

  /** Nothing more will happen. */
  listen(_path: string, _heard: (data: string) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
}
