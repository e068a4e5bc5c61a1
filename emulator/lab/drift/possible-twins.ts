import { failOperation } from '../../service/operations/finish-operation.ts'
import type { Twin } from './twin.ts'

/** How many pieces of pending work may have fallen due at once. */
const MAX_DUE = 16
/** World time within which work falls due during a run; a daily schedule does not. */
const MAX_LATE_MS = 3_600_000

/**
 * Twins as time may have left the target: with pending work done, and with one of the running operations failed, which
 * is free.
 */
export function* possibleTwins(twin: Twin): Generator<Twin> {
  let before = twin
  for (const later of laterTwins(twin)) {
    yield later.fork()
    yield* failedTwins(before)
    before = later
  }
}

/** Twins in each of which another running operation failed. */
function* failedTwins(twin: Twin): Generator<Twin> {
  for (const { record } of twin.host.world.operations.rows()) {
    if (record.status !== 'running') continue
    const failed = twin.fork()
    failOperation(failed.host.world, record.id)
    yield failed
  }
}

/** Twins in which one piece of pending work more is done each. */
function* laterTwins(twin: Twin): Generator<Twin> {
  const later = twin.fork()
  for (let n = 0; n < MAX_DUE; n++) {
    const { world } = later.host
    const { nextDue } = world.state
    if (nextDue > world.now + MAX_LATE_MS) return
    world.advanceTo(Math.max(nextDue, world.now), 1)
    yield later.fork()
  }
}
