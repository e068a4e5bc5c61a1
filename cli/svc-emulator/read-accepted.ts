import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import type { Problem } from '../../emulator/engine/checking/problems.ts'
import { readDocument } from '../../emulator/scenario/files.ts'

/**
 * Reads the file of `--accept`. `parse` checks what it accepts. Throws `EmulatorError` with the place of each problem.
 */
export async function readAccepted(
  file: string,
  parse: (document: unknown) => { readonly accepted: string[]; readonly problems: readonly Problem[] },
): Promise<string[]> {
  const { value, problems: unreadable, place } = await readDocument(file)
  if (unreadable.length > 0) throw new EmulatorError(unreadable)
  const { accepted, problems } = parse(value)
  if (problems.length > 0) throw new EmulatorError(problems.map((problem) => place(problem)))
  return accepted
}
