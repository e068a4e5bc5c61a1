import type { Exchange } from '../../../emulator/scenario/record/exchange.ts'
import { deeperThan } from '../../../emulator/engine/checking/depth.ts'
import { shallowJson } from '../../../emulator/engine/checking/lost-number.ts'
import { withoutQuerySecrets } from './query-secrets.ts'
import type { TargetClock } from './target-clock.ts'
import { Turns } from './turns.ts'

interface RecorderEvents {
  /** Called with each recorded exchange. */
  kept(exchange: Exchange, count: number): void
  /** Called with a description of each exchange that was passed on but not recorded. */
  leftOut(what: string): void
}

/** Receives the traffic that passes a proxy. */
export interface RecordedTraffic {
  /** True: requests to other paths than those of the API are handed on, too. */
  readonly everything?: boolean
  turn(exchange: (settled: () => Promise<void>) => Promise<readonly Exchange[]>): Promise<void>
  /** Called with what was passed on and is no exchange, and the reason. */
  leaveOut(what: string, reason: string): void
  /** Resolves when all exchanges are done, or after this many milliseconds. */
  idle(within: number): Promise<void>
}

/** Maximum of nested JSON levels in a step: its scenario nests them further. */
const MAX_DEPTH = 400

/** Keeps the exchanges that the proxies see, in the order of sending to the target. */
export class Recorder implements RecordedTraffic {
  /** Results of turns, in order of their start. */
  readonly #kept: Exchange[][] = []
  readonly #turns = new Turns()
  readonly #clock: TargetClock | undefined
  readonly #events: RecorderEvents
  #steps = 0

  constructor(clock: TargetClock | undefined, events: RecorderEvents) {
    this.#clock = clock
    this.#events = events
  }

  get exchanges(): readonly Exchange[] {
    return this.#kept.flat()
  }

  /**
   * Performs one exchange with the target in its turn, and keeps the result. The exchange calls `settled` before it
   * passes the answer on: a client with the answer may move the target's clock, which the exchange itself did not do.
   */
  turn(exchange: (settled: () => Promise<void>) => Promise<readonly Exchange[]>): Promise<void> {
    return this.#turns.take(async () => {
      const kept: Exchange[] = []
      this.#kept.push(kept)
      const milliseconds = (await this.#clock?.ahead()) ?? 0
      const done = await exchange(async () => this.#clock?.answered())
      if (done.length > 0 && milliseconds > 0) kept.push({ kind: 'clock', milliseconds })
      for (const each of done) {
        if (isTooDeep(each)) {
          this.leaveOut(formatName(each), `nested too deeply, more than ${MAX_DEPTH} levels`)
          continue
        }
        kept.push(each)
        this.#events.kept(each, ++this.#steps)
      }
    })
  }

  leaveOut(what: string, reason: string): void {
    this.#events.leftOut(`${what}: ${reason}`)
  }

  idle(within: number): Promise<void> {
    return this.#turns.idle(within)
  }
}

function isTooDeep(exchange: Exchange): boolean {
  return readContent(exchange).some((content) => deeperThan(content, MAX_DEPTH) !== undefined)
}

function readContent(exchange: Exchange): unknown[] {
  if (exchange.kind === 'clock') return []
  if (exchange.kind === 'call') return [exchange.params, exchange.answer.frame]
  return [exchange.body, exchange.answer.bytes].map((bytes) => shallowJson(new TextDecoder().decode(bytes)))
}

function formatName(exchange: Exchange): string {
  if (exchange.kind === 'clock') return 'the clock'
  return exchange.kind === 'call' ? exchange.method : `${exchange.method} ${withoutQuerySecrets(exchange.path)}`
}
