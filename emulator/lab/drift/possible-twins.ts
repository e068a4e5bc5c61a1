import { failOperation } from '../../service/operations/finish-operation.ts'
import type { Twin } from './twin.ts'

/** Most pieces of pending work that are done at once. */
const MAX_DUE = 16
/** World time that may pass during a run: less than a daily schedule takes. */
const MAX_LATE_MS = 3_600_000

/**
 * Twins in states that the target may be in after some time: with pending work done, or with one running operation
 * failed, since any operation may fail.
 */
export function* possibleTwins(twin: Twin): Generator<Twin> {
  let before = twin
  for (const later of laterTwins(twin)) {
    yield later.fork()
    yield* failedTwins(before)
    before = later
  }
}

/** One twin for each running operation, in which this operation failed. */
function* failedTwins(twin: Twin): Generator<Twin> {
  for (const { record } of twin.host.world.operations.rows()) {
    if (record.status !== 'running') continue
    const failed = twin.fork()
    failOperation(failed.host.world, record.id)
    yield failed
  }
}

/** Twins with more and more pending work done, one piece each. */
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
