import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { Exchange } from '../../../emulator/scenario/record/exchange.ts'
import { recordScenario, type Recorded } from '../../../emulator/scenario/record/record-scenario.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { yamlText } from '../../../emulator/scenario/record/yaml-text.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import { schemaLine } from '../schema-line.ts'
import type { RecordedTarget } from './target.ts'

export interface RecordSettings {
  readonly target: string
  readonly realtimeUrl: string | undefined
  readonly output: string
  readonly port: number
  readonly host: string
  readonly controlToken: string | undefined
  readonly steps: number | undefined
  readonly name: string
}

/** Writes the scenario atomically, and prints how to play it. */
export async function writeRecording(
  settings: RecordSettings,
  exchanges: readonly Exchange[],
  target: RecordedTarget,
  io: Io,
): Promise<void> {
  const { output, name } = settings
  if (exchanges.length === 0) throw new ClientError('INPUT_INVALID', `nothing was recorded: ${output} is not written`)
  const { host, pathname } = new URL(settings.target)
  const recorded = recordScenario(exchanges, {
    name,
    about: `Recorded from ${host}${pathname}.`,
    start: target.start,
    world: target.world,
  })
  for (const { reason } of recorded.leftOut) writeNote(io, `    not recorded: ${reason}`)
  const text = formatScenario(recorded.scenario, output, target.notes)
  await writeWhole('-o', output, text)
  writeNote(io, summary(recorded, settings, target.clock !== undefined))
}

/** The text of a scenario file, in the format of its name. */
export function formatScenario(scenario: Scenario, output: string, notes: readonly string[]): string {
  if (/\.json$/i.test(output)) return `${JSON.stringify(scenario, null, 2)}\n`
  return yamlText(scenario, [schemaLine(output), ...notes.map((note) => `Note: ${note}.`)])
}

function summary(
  { scenario: { steps = [], keys = {} } }: Recorded,
  { output, target }: RecordSettings,
  isEmulator: boolean,
): string {
  const names = Object.keys(keys)
  const unknown = names.filter((name) => Object.keys(keys[name] ?? {}).length === 0)
  const variable = (name: string): string => `${name}=${name.toUpperCase().replace(/\W/g, '_')}`
  const here = unknown.length === 0 ? '' : ` --api-key-env ${unknown.map(variable).join(',')}`
  const there = isEmulator ? here : names.length === 0 ? '' : ` --api-key-env ${names.map(variable).join(',')}`
  return [
    `svc-emulator: wrote ${output}, ${plural(steps.length, 'step')}`,
    `  ${ownCommand} replay ${quoted(output)}${here}`,
    `  ${ownCommand} replay ${quoted(output)} --target ${target}${there}`,
  ].join('\n')
}
