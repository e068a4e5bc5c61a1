import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { sortProblems } from '../../../emulator/engine/checking/problems.ts'
import { bundleProblems, type Bundle } from '../../../emulator/scenario/bundle.ts'
import { findKind, kindNames } from '../../../emulator/scenario/check.ts'
import { readDocument } from '../../../emulator/scenario/files.ts'

/** Reads a bundle. Throws `EmulatorError` with all problems and their places. */
export async function readBundle(file: string): Promise<Bundle> {
  const { value, problems, place } = await readDocument(file)
  // Errors of other files, read as YAML, would be useless.
  if (problems.length > 0 && /\.(?:ya?ml|json)$/i.test(file)) throw new EmulatorError(sortProblems(problems))
  const kind = problems.length > 0 ? undefined : findKind(value)
  if (kind !== 'bundle')
    throw new EmulatorError(
      `${file} is not a bundle${kind === undefined ? '' : `, but a ${kindNames[kind]}`}: svc-emulator replay --bundle-on-failure FOLDER makes one of a scenario that fails`,
    )
  const wrong = bundleProblems(value)
  if (wrong.length > 0) throw new EmulatorError(sortProblems(wrong.map((problem) => place(problem))))
  return value as Bundle
}
