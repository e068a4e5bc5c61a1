import type { Exchange, RecordedCaller } from '../../../emulator/scenario/record/exchange.ts'
import type { TargetClock } from './target-clock.ts'
import { Turns } from './turns.ts'

export interface RecorderEvents {
  /** Told of each exchange that was kept. */
  kept(exchange: Exchange, count: number): void
  /** Told of what went through and is not recorded. */
  leftOut(what: string): void
}

/** Keeps what the proxies saw, in the order in which it went to the target. */
export class Recorder {
  readonly exchanges: Exchange[] = []
  readonly #turns = new Turns()
  readonly #clock: TargetClock | undefined
  readonly #events: RecorderEvents
  #steps = 0

  constructor(clock: TargetClock | undefined, events: RecorderEvents) {
    this.#clock = clock
    this.#events = events
  }

  /**
   * Does one exchange with the target when it is its turn, and keeps what came of it. The exchange calls `settled` before it passes
   * the answer on: whoever has the answer may move the target's clock, and that is not the exchange's doing.
   */
  turn(exchange: (settled: () => Promise<void>) => Promise<readonly Exchange[]>): Promise<void> {
    return this.#turns.take(async () => {
      const milliseconds = await this.#clock?.ahead() ?? 0
      const done = await exchange(async () => this.#clock?.answered())
      if (done.length === 0) return
      if (milliseconds > 0) this.exchanges.push({ kind: 'clock', milliseconds })
      for (const each of done) {
        this.exchanges.push(each)
        this.#events.kept(each, ++this.#steps)
      }
    })
  }

  leaveOut(what: string): void {
    this.#events.leftOut(what)
  }

  idle(): Promise<void> {
    return this.#turns.idle()
  }
}

/** Who asks, from the headers of a request; a bearer token decides when there are both. */
export function callerOf(headers: Readonly<Record<string, string | string[] | undefined>>): RecordedCaller {
  const bearer = /^Bearer +(.+)$/i.exec(String(headers['authorization'] ?? ''))?.[1]
  if (bearer !== undefined) return { bearer }
  const key = headers['x-api-key']
  return typeof key === 'string' && key !== '' && headers['authorization'] === undefined ? { api_key: key } : 'none'
}
