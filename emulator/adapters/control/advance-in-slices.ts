import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { SLICE, type Pause } from '../../engine/checking/sliced.ts'
import type { Host } from '../../engine/kernel/host.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { MAX_DUE_AT_ONCE, tooMuchDue } from '../../engine/world/advance-bounds.ts'
import type { World } from '../../engine/world/world.ts'

/**
 * Moves world time ahead, with a pause after each slice of the work that falls due. Others are served in the pauses: by the world as it is on its
 * way, each piece of work done or not done. Throws `EmulatorError`, and changes nothing, for what `World.advance` refuses.
 */
export async function advanceInSlices(host: Host, target: number, pause: Pause): Promise<void> {
  const { world, tracer } = host
  const ahead = target - world.now
  if (world.fork().advanceTo(target, SLICE)) {
    ;(tracer ?? world).advance(ahead)
    return
  }
  const isUnderWay = begin(world)
  try {
    // A world of its own tells how much falls due: what was done cannot be taken back where others wrote meanwhile.
    const rehearsal = world.fork()
    if (!(await inParts(pause, isUnderWay, () => rehearsal.advanceTo(target, SLICE)))) throw tooMuchDue()
    if (
      !(await inParts(pause, isUnderWay, () => {
        const isOver = (tracer ?? world).advanceTo(target, SLICE)
        orderRows(world)
        return isOver
      }))
    )
      throw stopped(world)
    world.skip(ahead)
  } finally {
    tracer?.endAdvance()
    if (isUnderWay()) world.underWay = undefined
  }
}

/** From here on, and as long as it returns true, the world leaves its work and its time to this advance. */
function begin(world: World): () => boolean {
  const mine = {}
  world.underWay = mine
  return () => world.underWay === mine
}

/** A slice, and a pause, and so on until `slice` returns true. False after as many pieces of work as one advance does. */
async function inParts(pause: Pause, isUnderWay: () => boolean, slice: () => boolean): Promise<boolean> {
  for (let done = SLICE; !slice(); done += SLICE) {
    if (done >= MAX_DUE_AT_ONCE) return false
    await pause()
    if (!isUnderWay())
      throw new EmulatorError(
        'the world was reset, restored or deleted while its clock was moved: the time that was asked for was not reached',
      )
  }
  return true
}

/** New rows wait until their table is read: the next reader would put those of all slices in order, in one go. */
function orderRows({ state }: World): void {
  for (const table of state.tables) void table.rows
}

/** Where others add work without end. */
function stopped({ now }: World): EmulatorError {
  return new EmulatorError(
    `so much was added meanwhile that more than ${MAX_DUE_AT_ONCE} pieces of work fell due: the clock stopped at ${isoTime(now)}; advance again`,
  )
}
