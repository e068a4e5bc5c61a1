import type { Pause } from '../../engine/checking/sliced.ts'

/** A document of the units, which never change: its examples are answers of an emulator, and writing it takes longer than any call. */
export function writtenOnce<T>(write: (pause: Pause) => Promise<T>): (pause: Pause) => Promise<T> {
  let written: Promise<T> | undefined
  return (pause) => (written ??= write(pause))
}
