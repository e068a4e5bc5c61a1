import { parseDocument } from '../../engine/checking/document.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { sortProblems } from '../../engine/checking/problems.ts'
import { readText } from '../read-text.ts'
import { archiveProblems, isArchive } from './read-archive.ts'

/**
 * The archive in a file; undefined for a file that is none, such as a scenario. A file whose name ends in `.har` has to be one. Throws
 * `EmulatorError` with every problem.
 */
export async function readArchiveFile(file: string): Promise<unknown> {
  const isNamed = /\.har$/i.test(file)
  if (!isNamed && !/\.json$/i.test(file)) return undefined
  const { value, problems, place } = await parseDocument(readText(file), { file, format: 'json', rounded: true })
  if (!isNamed && !isArchive(value)) return undefined
  // Numbers that lose digits and keys that are given twice do no harm here.
  const wrong = value === undefined ? problems : archiveProblems(value).map(place)
  if (wrong.length > 0) throw new EmulatorError(sortProblems(wrong))
  return value
}
