import { plural } from '../../../emulator/engine/checking/plural.ts'
import { factsFrom, knownDifferences, type FactsDocument } from '../../../emulator/host/facts/facts.ts'
import { loadFacts } from '../../../emulator/scenario/facts-file.ts'
import type { Io } from '../../shared/io.ts'
import { namingFlag } from '../../shared/name-flag.ts'
import { writeNote } from '../../shared/output.ts'

/** Reads the file of `--facts`. Lists differences that no setting can reproduce on stderr. */
export async function readFacts(file: string | undefined, io: Io): Promise<FactsDocument | undefined> {
  if (file === undefined) return undefined
  const facts = await namingFlag('--facts', () => loadFacts(file))
  const differences = knownDifferences(factsFrom(facts))
  if (differences.length > 0)
    writeNote(
      io,
      [`svc-emulator: ${file}: ${plural(differences.length, 'known difference')}`, ...differences].join('\n  '),
    )
  return facts
}
