import { applyChange } from './apply-change.ts'
import { answerByVariants } from './variants/answer-by-variants.ts'
import { SettingsOrder } from './call-order.ts'
import { Gates } from './gates.ts'
import { machineTime } from './real-timers.ts'
import { authenticate } from '../service/access/authenticate.ts'
import { catalog } from '../service/catalog.ts'
import { Coverage } from '../engine/coverage/coverage.ts'
import type { Journal } from '../engine/journal/journal.ts'
import type { RecordedExchange } from '../engine/kernel/exchange-host.ts'
import { IssuedCursors } from '../engine/kernel/issued-cursors.ts'
import type { Host } from '../engine/kernel/host.ts'
import { createKernel, type Kernel } from '../engine/kernel/kernel.ts'
import { SocketOpenings } from '../engine/kernel/realtime/socket-openings.ts'
import { Tracer } from '../engine/trace/tracer.ts'
import { createInterceptor } from '../engine/triggers/interceptor.ts'
import type { World } from '../engine/world/world.ts'

const interceptor = createInterceptor(applyChange)

// Made on first use: routes are a fifth of the cost of the first emulator.
let kernel: Kernel | undefined

/** Host of a world, with its gates. */
export interface WorldHost extends Host {
  readonly holds: Gates
}

/** Creates a host for a world, with a coverage of its own. `traced` keeps the world at each entry of the journal. */
export function createHost(
  world: World,
  options: Pick<Host, 'explain' | 'cors' | 'saving' | 'observed' | 'warn' | 'stopwatch' | 'beside'> &
    Partial<Pick<Host, 'waitClock'>>,
  journal: Journal | undefined,
  traced = false,
): WorldHost {
  const tracer = journal !== undefined && traced ? new Tracer<RecordedExchange>(world, journal) : undefined
  if (journal !== undefined && tracer !== undefined) journal.isOther = (number) => tracer.isOther(number)
  if (journal !== undefined)
    journal.secrets.isSecret = (text) =>
      world.api_keys.with('key', text) !== undefined || world.tokens.with('token', text) !== undefined
  return {
    get kernel() {
      return (kernel ??= createKernel(catalog, authenticate))
    },
    world,
    coverage: new Coverage(),
    journal: tracer ?? journal,
    tracer,
    settle: () => (tracer ?? world).settle(),
    interceptor,
    alter: answerByVariants,
    beside: options.beside,
    saving: options.saving,
    explain: options.explain,
    cors: options.cors,
    connections: new Set(),
    reliedOn: new Set(),
    defects: new Set(),
    observed: options.observed,
    issuedCursors: new IssuedCursors(),
    order: new SettingsOrder(world),
    holds: new Gates(world),
    openings: new SocketOpenings(world),
    warn: options.warn,
    stopwatch: options.stopwatch,
    waitClock: options.waitClock ?? machineTime,
  }
}
