import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'

/** Calls `read`, and adds the name of the flag to its `EmulatorError`. */
export async function namingFlag<T>(flag: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.problems.length > 0) throw error
    throw new EmulatorError(`${flag}: ${error.message}`)
  }
}
