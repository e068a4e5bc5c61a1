import type { Coverage } from '../coverage/coverage.ts'
import type { ObservedAssumptions } from '../coverage/observed.ts'
import type { JournaledExchange } from '../journal/entry.ts'
import type { TracedExchange } from '../trace/timeline.ts'
import type { Tracer } from '../trace/tracer.ts'
import type { TriggerInterceptor } from '../triggers/interceptor.ts'
import type { World } from '../world/world.ts'
import type { CallOrder } from './call-order.ts'
import type { Holds } from './gates.ts'
import type { IssuedCursors } from './issued-cursors.ts'
import type { Kernel } from './kernel.ts'
import type { Saving } from './saving.ts'
import type { SocketOpenings } from './realtime/socket-openings.ts'

/** Exchange as it is recorded. */
export type RecordedExchange = JournaledExchange & TracedExchange

/** Keeps requests and answers. */
interface Recorder {
  /** Records a request; for one that was held on its arrival, in the entry that it has. Returns the number of its entry. */
  record(exchange: RecordedExchange): number
  /** Brings the entry of an exchange up to date. */
  amend(number: number, exchange: RecordedExchange): void
  /** Notes that the answer of an entry ended, or after how many milliseconds its client left without all of it. */
  ended(number: number, exchange: RecordedExchange, leftAfter?: number): void
}

/** Open socket of any transport. */
interface OpenConnection {
  close(code: number, reason: string): void
}

/** World with its own coverage, journal and triggers, in which exchanges take place. */
export interface ExchangeHost {
  readonly kernel: Kernel
  readonly world: World
  readonly coverage: Coverage
  readonly journal: Recorder | undefined
  /** Keeps the world before and after each entry of the journal. */
  readonly tracer: Tracer<RecordedExchange> | undefined
  /** Brings the world up to its time. With a trace each piece of work becomes an entry. */
  readonly settle: () => void
  /** Refuses writes that cannot be saved (`--state`). */
  saving?: Saving | undefined
  readonly interceptor: TriggerInterceptor | undefined
  readonly explain: boolean
  readonly cors: boolean
  /**
   * Open connections: each adds itself when it opens and removes itself when it closes, so that a world can close its
   * own.
   */
  readonly connections: Set<OpenConnection>
  /** Positions of the assumptions that answers relied on so far (`unspecified: warn`). */
  readonly reliedOn: Set<number>
  /** Assumptions that facts of a service settle. */
  observed: ObservedAssumptions
  /** Cursors that answers contained. */
  issuedCursors: IssuedCursors
  /** Name of the client that asks through this host, where several share the world. */
  readonly copy?: string | undefined
  /** Order in which concurrent calls are handled and answered. */
  readonly order: CallOrder
  /** Gates that hold requests. */
  readonly holds: Holds
  /** Outcomes of the sockets that clients open. */
  readonly openings: SocketOpenings
  /** Messages about defects of the emulator that requests met. */
  readonly defects: Set<string>
  /** Takes a message about each defect, and each new assumption that an answer relies on (`unspecified: warn`). */
  readonly warn: (line: string) => void
  /** Real milliseconds, for durations of work only; always 0 where the emulator has no real clock. */
  readonly stopwatch: () => number
  /** Real milliseconds, for durations of what waits: at gates, and until a client leaves. A replay has its own. */
  waitClock: () => number
}
