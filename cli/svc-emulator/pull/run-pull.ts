import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { pull, type Pulled, type PullProgress } from '../../../emulator/lab/pull/pull.ts'
import { HttpTarget } from '../../../emulator/scenario/targets/http-target.ts'
import { notAsked } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, writeWhole } from '../../shared/write-file.ts'
import { interruptible } from '../interruptible.ts'
import { formatScenario } from '../record/write-recording.ts'
import { LiveOutput } from '../live.ts'
import type { PullSettings } from './pull-flags.ts'

/** Writes an organization of a service as a fixture, and prints how much of each table it has. */
export async function runPull(settings: PullSettings, io: Io): Promise<void> {
  const { output, keys } = settings
  io.secrets.add(keys.main)
  await checkWritable('-o', output)
  const pulled = await interruptible(io, (stop) => readAll(settings, stop, io)).catch((error: unknown) => {
    throw error instanceof EmulatorError ? notAsked(error.message) : error
  })
  await writeWhole('-o', output, formatScenario(pulled.fixture as never, output, []))
  report(pulled, output, io)
}

async function readAll(settings: PullSettings, signal: AbortSignal, io: Io): Promise<Pulled> {
  const { target: apiUrl, realtimeUrl, keys, org, name, anonymize, rate, budget, timeLimit } = settings
  const target = new HttpTarget({ apiUrl, ...(realtimeUrl !== undefined && { realtimeUrl }) })
  const live = new LiveOutput(io, () => '')
  const onProgress = ({ table, requests, records }: PullProgress): void =>
    live.update(() => `${plural(requests, 'request')}, ${plural(records, 'record')}: ${table}`)
  onProgress({ table: 'orgs', requests: 0, records: 0 })
  const options = { target, apiKey: keys.main, org, name, anonymize, rate, budget, timeLimit, signal, onProgress }
  return pull(options).finally(() => live.end())
}

function report({ fixture, tables, hidden, asText, key, requests }: Pulled, output: string, io: Io): void {
  const width = Math.max(...tables.map(({ table }) => table.length))
  const digits = Math.max(...tables.map(({ records }) => String(records).length))
  for (const { table, records, state } of tables)
    writeNote(io, `  ${table.padEnd(width)}  ${String(records).padStart(digits)}  ${state}`)
  if (hidden.length > 0) writeNote(io, `note: not shown, and as new records have it: ${hidden.join(', ')}`)
  if (asText.length > 0)
    writeNote(io, `note: written as text, because a double cannot hold such numbers: ${asText.join(', ')}`)
  const count = Object.values(fixture.records ?? {}).reduce((sum, list) => sum + (list?.length ?? 0), 0)
  writeNote(io, `svc-emulator: wrote ${output}, ${plural(count, 'record')} from ${plural(requests, 'request')}`)
  writeNote(io, `  ${ownCommand} start --fixtures ${quoted(output)}`)
  writeNote(io, `  SVC_API_KEY=${key} stands for your key there`)
}
