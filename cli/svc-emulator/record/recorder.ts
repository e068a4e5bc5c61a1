import type { Exchange } from '../../../emulator/scenario/record/exchange.ts'
import { deeperThan } from '../../../emulator/engine/checking/depth.ts'
import { shallowJson } from '../../../emulator/engine/checking/json-parts.ts'
import { withoutQuerySecrets } from './query-secrets.ts'
import type { TargetClock } from './target-clock.ts'
import { Turns } from './turns.ts'

interface RecorderEvents {
  /** Told of each exchange that was kept. */
  kept(exchange: Exchange, count: number): void
  /** Told of what went through and is not recorded. */
  leftOut(what: string): void
}

/** Levels of JSON that a step can hold: its scenario nests them in others. */
const MAX_DEPTH = 400

/** Keeps what the proxies saw, in the order in which it went to the target. */
export class Recorder {
  /** Results of turns, in the order in which they began. */
  readonly #kept: Exchange[][] = []
  readonly #turns: Turns
  readonly #clock: TargetClock | undefined
  readonly #events: RecorderEvents
  #steps = 0

  constructor(clock: TargetClock | undefined, events: RecorderEvents, turns = new Turns()) {
    this.#turns = turns
    this.#clock = clock
    this.#events = events
  }

  get exchanges(): readonly Exchange[] {
    return this.#kept.flat()
  }

  /**
   * Does one exchange with the target when it is its turn, and keeps what came of it. The exchange calls `settled` before it passes
   * the answer on: anyone who has the answer may move the target's clock, and that is not the exchange's doing.
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
          this.leaveOut(`${formatName(each)}: nested too deeply, more than ${MAX_DEPTH} levels`)
          continue
        }
        kept.push(each)
        this.#events.kept(each, ++this.#steps)
      }
    })
  }

  leaveOut(what: string): void {
    this.#events.leftOut(what)
  }

  /** Resolves when every exchange is done, or after so many milliseconds. */
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
