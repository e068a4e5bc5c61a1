import { parseDocument } from '../../engine/checking/document.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { sortProblems } from '../../engine/checking/problems.ts'
import { readText } from '../read-text.ts'
import { archiveProblems, isArchive } from './read-archive.ts'

/**
 * Reads an archive; undefined for another file, such as a scenario. A file with a name in `.har` must be an archive.
 * Throws `EmulatorError` with all problems.
 */
export async function readArchiveFile(file: string): Promise<unknown> {
  const isNamed = /\.har$/i.test(file)
  if (!isNamed && !/\.json$/i.test(file)) return undefined
  const { value, problems, place } = await parseDocument(readText(file), { file, format: 'json', rounded: true })
  if (!isNamed && !isArchive(value)) return undefined
  // Problems such as duplicate keys and inexact numbers do no harm in an archive.
  const wrong = value === undefined ? problems : archiveProblems(value).map(place)
  if (wrong.length > 0) throw new EmulatorError(sortProblems(wrong))
  return value
}
