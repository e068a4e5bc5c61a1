import { EmulatorError } from '../../engine/checking/emulator-error.ts'

/** Parses a number in a query parameter. */
export function parseQueryNumber(name: string, text: string | undefined, standard: number, max: number): number {
  if (text === undefined) return standard
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw new EmulatorError(`query parameter ${name}: expected an integer from 1 to ${max}, got '${text}'`)
}
