import type { DueObserver } from './world.ts'

/**
 * Makes a change of the world by a call such as `world.users.delete` with given arguments, and records it. `onDue` is
 * told of work that falls due meanwhile. A jump takes the world to a state that does not follow from its own.
 */
export type RecordChangeCall = <T>(call: string, given: string, make: (onDue?: DueObserver) => T, isJump?: boolean) => T

/** Writes a text argument of a call in single quotes, as code does. */
export function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

/** Makes a change without recording it. */
export const unrecorded: RecordChangeCall = (_call, _given, make) => make()
