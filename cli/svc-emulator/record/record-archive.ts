import { ownCommand } from '../../../emulator/scenario/own-command.ts'
import { basename } from 'node:path'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { readArchiveFile } from '../../../emulator/scenario/archive/archive-file.ts'
import { scenarioOfArchive } from '../../../emulator/scenario/archive/archive-scenario.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import { formatScenario } from './write-recording.ts'

export interface ArchiveSettings {
  /** File of the archive. */
  readonly from: string
  /** Host of the API. Default: the one that most requests fit. */
  readonly host: string | undefined
  readonly output: string
  readonly name: string
}

/** Writes the requests to the API in an archive as a scenario, and prints what was left out. */
export async function recordArchive({ from, host, output, name }: ArchiveSettings, io: Io): Promise<void> {
  const document = await readArchiveFile(from)
  if (document === undefined)
    throw new ClientError('INPUT_INVALID', `--from takes an HTTP archive, such as app.har; ${from} is none`)
  const hosts = host === undefined ? [] : [host]
  const { scenario, notes, leftOut } = scenarioOfArchive(document, { file: basename(from), name, hosts })
  await writeWhole('-o', output, formatScenario(scenario, output, notes))
  for (const line of leftOut) writeNote(io, `    not recorded: ${line}`)
  for (const note of notes) writeNote(io, `note: ${note}`)
  writeNote(io, `svc-emulator: wrote ${output}, ${plural(scenario.steps?.length ?? 0, 'step')}`)
  writeNote(io, `  ${ownCommand} replay ${output}`)
}
