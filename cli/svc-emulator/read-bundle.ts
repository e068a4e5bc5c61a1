import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { sortProblems } from '../../emulator/engine/checking/problems.ts'
import { bundleProblems, type Bundle } from '../../emulator/scenario/bundle.ts'
import { findKind, kindNames } from '../../emulator/scenario/check.ts'
import { askRunning } from '../../emulator/scenario/control-client/ask-running.ts'
import { readDocument } from '../../emulator/scenario/files.ts'
import { namesRunning } from './names-running.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/**
 * Reads the bundle in a file, or that of a running emulator by its URL. Throws `EmulatorError` with all problems and their
 * places.
 */
export async function readBundle(source: string, token?: string): Promise<Bundle> {
  if (namesRunning(source))
    return askRunning(source, { token }, (control) => control.send('GET /bundle') as Promise<object> as Promise<Bundle>)
  const { value, problems, place } = await readDocument(source)
  // Errors of other files, read as YAML, would be useless.
  if (problems.length > 0 && /\.(?:ya?ml|json)$/i.test(source)) throw new EmulatorError(sortProblems(problems))
  const kind = problems.length > 0 ? undefined : findKind(value)
  if (kind !== 'bundle')
    throw new EmulatorError(
      `${source} is not a bundle${kind === undefined ? '' : `, but a ${kindNames[kind]}`}: ${ownCommand} replay --bundle-on-failure FOLDER makes one of a scenario that fails, and a failed test leaves one`,
    )
  const wrong = bundleProblems(value)
  if (wrong.length > 0) throw new EmulatorError(sortProblems(wrong.map((problem) => place(problem))))
  return value as Bundle
}
