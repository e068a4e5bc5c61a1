import type { ControlAnswer, ControlArguments, ControlBody, ControlKey } from '../../host/control-api/control-api.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { readMatch } from '../../host/why-not-fired.ts'
import { awaitedText } from './awaited-gates.ts'
import { heldSentence } from '../../host/gates.ts'
import { readWhen, type HeldWhen, type HoldOptions, type ReleaseWith } from '../../host/hold.ts'

type SendControl = <K extends ControlKey>(key: K, ...input: ControlArguments<K>) => Promise<ControlAnswer<K>>

/** A gate of a world on a running server. Refusals are thrown as `EmulatorError` with the server's message. */
export class RemoteGate implements AsyncDisposable {
  readonly id: string
  readonly #opened: ControlAnswer<'POST /holds'>['hold']
  readonly #call: SendControl
  readonly #journal: () => Promise<JournalEntry[]>
  /** Number of arrivals that are waited for, and of those that came. */
  #awaited = 0
  #arrivals = 0
  #reason: string | undefined

  constructor(opened: ControlAnswer<'POST /holds'>['hold'], call: SendControl, journal: () => Promise<JournalEntry[]>) {
    this.id = opened.id
    this.#opened = opened
    this.#call = call
    this.#journal = journal
  }

  /** Resolves when `count` requests have been held so far (default 1). */
  async arrived(count = 1): Promise<void> {
    const asked = { params: { id: this.id }, query: { arrived: count, wait: '20s' } }
    this.#awaited = count
    try {
      do this.#arrivals = (await this.#call('GET /holds/:id', asked)).hold.arrived
      while (this.#arrivals < count)
    } catch (error) {
      // The world was closed, because the test has ended.
      throw this.#reason === undefined ? error : new EmulatorError(this.#reason)
    }
    this.#awaited = 0
  }

  /** The sentence about a wait that has not ended, with which it then rejects; undefined if nobody waits. */
  async stillAwaited(): Promise<string | undefined> {
    if (this.#awaited === 0) return undefined
    const { when = {}, name } = this.#opened
    const { near_misses: nearest } = await this.#call('POST /verify', { body: { match: readMatch(when) } })
    const gate = { when, name, arrivals: this.#arrivals, awaited: this.#awaited }
    return (this.#reason = awaitedText(gate, nearest[0]))
  }

  /** Entries of the requests that wait, oldest first. */
  async held(): Promise<JournalEntry[]> {
    const { hold } = await this.#call('GET /holds/:id', { params: { id: this.id } })
    return (await this.#journal()).filter(({ number }) => hold.held.includes(number))
  }

  /** Lets the oldest held request go on, with faults for its answer. */
  release(faults?: ReleaseWith): Promise<void> {
    return this.#release({ do: faults })
  }

  /** Lets all held requests go on. */
  releaseAll(faults?: ReleaseWith): Promise<void> {
    return this.#release({ do: faults, all: true })
  }

  /** Lets all held requests go on, and holds no more. */
  async remove(): Promise<void> {
    await this.#call('DELETE /holds/:id', { params: { id: this.id } })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove()
  }

  async #release(body: { readonly do?: ReleaseWith; readonly all?: boolean }): Promise<void> {
    await this.#call('POST /holds/:id/release', { params: { id: this.id }, body: body as never })
  }
}

/** Body of the call that opens a gate. */
export function readHold(when: HeldWhen, { at, name }: HoldOptions): ControlBody<'POST /holds'> {
  return { when: { ...readWhen(when), ...(at !== undefined && { at }) }, ...(name !== undefined && { name }) } as never
}

/** Sentences about requests that are still held, by the numbers of their entries. */
export function heldSentences(
  entries: readonly JournalEntry[],
  held: readonly number[],
  name: string | undefined,
): string[] {
  return held.map((number) => {
    const entry = entries.find((each) => each.number === number)
    const isCall = entry?.via === 'socket'
    const request = entry && `${entry.request.method} ${entry.request.url.replace(/^\/v1|\?.*$/g, '')}`
    return heldSentence((isCall ? entry.unit : request) ?? `the request ${number}`, name)
  })
}
