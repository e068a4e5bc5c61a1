import { applyChange } from './apply-change.ts'
import { authenticate } from '../service/access/authenticate.ts'
import { catalog } from '../service/catalog.ts'
import { Coverage } from '../engine/coverage/coverage.ts'
import type { Journal } from '../engine/journal/journal.ts'
import type { CallEvent, CallOrder } from '../engine/kernel/call-order.ts'
import { ordering, tracing } from '../engine/kernel/extras.ts'
import { HandedOut } from '../engine/kernel/handed-out.ts'
import type { Host, Kernel } from '../engine/kernel/host.ts'
import { createKernel } from '../engine/kernel/kernel.ts'
import { Openings } from '../engine/kernel/realtime/openings.ts'
import { createInterceptor } from '../engine/triggers/interceptor.ts'
import type { World } from '../engine/world/world.ts'

const interceptor = createInterceptor(applyChange)

// Made when the first emulator is asked for something: routes are a fifth of what the first costs.
let kernel: Kernel | undefined

/** A host for a world, with a coverage of its own; `traced` keeps the world beside each entry of the journal. */
export function createHost(
  world: World,
  options: Pick<Host, 'explain' | 'cors' | 'warn' | 'stopwatch'>,
  journal: Journal | undefined,
  traced = false,
): Host {
  const tracer = journal !== undefined && traced ? tracing.need().tracer(world, journal) : undefined
  if (journal !== undefined && tracer !== undefined) journal.isOther = (number) => tracer.isOther(number)
  return {
    get kernel() {
      return (kernel ??= createKernel(catalog, authenticate))
    },
    world,
    coverage: new Coverage(),
    journal: tracer ?? journal,
    tracer,
    interceptor,
    explain: options.explain,
    cors: options.cors,
    connections: new Set(),
    varied: { requests: 0 },
    reliedOn: new Set(),
    handedOut: new HandedOut(),
    order: ordering.offered?.order(world) ?? new AtOnce(world),
    openings: new Openings(world),
    warn: options.warn,
    stopwatch: options.stopwatch,
    pause: () => Promise.resolve(),
  }
}

/** Every call goes on at once. A world that came with an order needs the part that keeps it. */
class AtOnce implements CallOrder {
  readonly isKept = true
  watcher: CallOrder['watcher']
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  get isOpen(): boolean {
    if (this.#world.settings.order.length > 0) ordering.need()
    return true
  }

  arrived(call: string): string {
    return call
  }

  pass(_: CallEvent, then: () => void): void {
    then()
  }

  restart(): void {}
}
