import type { Subject } from '../../../emulator/lab/engine/subject.ts'

/** Milliseconds of work after which the page gets time to draw, and to hear its buttons. */
const TURN_MS = 30

/** A subject that lets the page draw between its runs, from time to time, after `draw` was called. */
export function inTurns(subject: Subject, draw: () => void): Subject {
  let turnEnds = 0
  return {
    name: subject.name,
    run: async (...given) => {
      if (performance.now() >= turnEnds) {
        draw()
        await new Promise((resolve) => setTimeout(resolve))
        turnEnds = performance.now() + TURN_MS
      }
      return subject.run(...given)
    },
  }
}
