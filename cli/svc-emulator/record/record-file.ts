import { basename } from 'node:path'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { shippedFixtures } from '../../../emulator/host/fixtures/shipped.ts'
import { Small } from '../../../emulator/lab/shrink/small.ts'
import { writeOut } from '../../../emulator/lab/shrink/write-out.ts'
import { scenarioOfArchive, type ArchiveScenario } from '../../../emulator/scenario/archive/archive-scenario.ts'
import { selfContained } from '../../../emulator/scenario/bundle.ts'
import { isArchive, readDocument } from '../../../emulator/scenario/files.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import { formatScenario } from './write-recording.ts'

export interface FileSettings {
  /** An archive, a bundle, or a scenario. */
  readonly from: string
  /** Host of the API in an archive. Default: the one that most requests fit. */
  readonly host: string | undefined
  readonly output: string
  readonly name: string
}

/** Writes the requests in a file as a scenario that needs no other file, and prints what was left out. */
export async function recordFile(settings: FileSettings, io: Io): Promise<void> {
  const { from, output } = settings
  const document = await readDocument(from)
  const { scenario, notes, leftOut } = isArchive(from, document.value)
    ? scenarioOfArchive(document, { ...settings, file: basename(from), hosts: [settings.host ?? []].flat() })
    : await readOwn(settings)
  await writeWhole('-o', output, formatScenario(scenario, output, notes))
  for (const line of leftOut) writeNote(io, `    not recorded: ${line}`)
  for (const note of notes) writeNote(io, `note: ${note}`)
  writeNote(io, `svc-emulator: wrote ${output}, ${plural(scenario.steps?.length ?? 0, 'step')}`)
  writeNote(io, `  ${ownCommand} replay ${quoted(output)}`)
}

/** Reads a scenario or the one of a bundle. Its world is written out, unless the fixtures are those of the package. */
async function readOwn({ from, name, host }: FileSettings): Promise<ArchiveScenario> {
  const loaded = await loadScenario(from)
  if (host !== undefined) throw new EmulatorError(`--host is about an HTTP archive; ${from} is none`)
  const { fixtures, scenario } = selfContained(loaded)
  const named = { ...scenario, name }
  if (fixtures.every(isShippedCopy)) return { scenario: named, notes: [], leftOut: [] }
  const small = Small.load(named, fixtures)
  const note = `the records of ${fixtures.map((fixture) => fixture.name).join(' and ')} are written out`
  return { scenario: small.withWorld(writeOut(small.world)).scenario, notes: [note], leftOut: [] }
}

function isShippedCopy(fixture: { readonly name: string }): boolean {
  return JSON.stringify(fixture) === JSON.stringify(shippedFixtures()[fixture.name])
}
