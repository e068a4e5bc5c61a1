import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { readAcceptedNames, type AcceptedNames } from '../../emulator/lab/engine/accepted.ts'
import { readDocument } from '../../emulator/scenario/files.ts'

/** Reads the names in the file of `--accept`; none without one. Throws `EmulatorError` with the place of each problem. */
export async function readAccepted(file: string | undefined, names: AcceptedNames): Promise<readonly string[]> {
  if (file === undefined) return []
  const { value, problems: unreadable, place } = await readDocument(file)
  if (unreadable.length > 0) throw new EmulatorError(unreadable)
  const { accepted, problems } = readAcceptedNames(value, names)
  if (problems.length > 0) throw new EmulatorError(problems.map((problem) => place(problem)))
  return accepted
}
