import { existsSync, readFileSync } from 'node:fs'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { Fact, FactsDocument } from '../../../emulator/host/facts/facts.ts'
import { formatFacts, loadFacts, mergeFacts } from '../../../emulator/scenario/facts-file.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, writeWhole } from '../../shared/write-file.ts'

/**
 * Facts from the file of `--facts`, if it exists. Throws `EmulatorError` for an invalid file, `ClientError` if it
 * cannot be written.
 */
export async function readEarlierFacts(file: string | undefined): Promise<FactsDocument | undefined> {
  if (file === undefined) return undefined
  await checkWritable('--facts', file)
  return existsSync(file) ? loadFacts(file) : undefined
}

/**
 * Writes the facts of a run to the file of `--facts`, whole or not at all. Earlier ones that were not seen again stay.
 */
export async function writeFacts(file: string, seen: readonly Fact[], target: string, io: Io): Promise<void> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const facts = mergeFacts(text === undefined ? undefined : await loadFacts(file), seen, target)
  await writeWhole('--facts', file, await formatFacts(file, facts, text))
  writeNote(io, `svc-emulator: wrote ${plural(facts.observations.length, 'fact')} to ${file}`)
}
