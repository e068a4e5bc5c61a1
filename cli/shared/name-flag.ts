import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'

/** Reads what a flag names. Throws `EmulatorError` that begins with the flag where there is nothing that can be read. */
export async function namingFlag<T>(flag: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.problems.length > 0) throw error
    throw new EmulatorError(`${flag}: ${error.message}`)
  }
}
