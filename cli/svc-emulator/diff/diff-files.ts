import { shortened } from '../../../emulator/contract/shortened.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { printable } from '../../../emulator/engine/checking/printable.ts'
import { diffWorlds, type WorldDiff } from '../../../emulator/engine/trace/diff.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { World } from '../../../emulator/engine/world/world.ts'
import { askRunning } from '../../../emulator/scenario/control-client/ask-running.ts'
import { namesRunning } from '../names-running.ts'
import { readFrom } from '../from-file.ts'

export interface DiffSettings {
  readonly before: string
  readonly after: string
  readonly reporter: 'pretty' | 'json'
  readonly failsOnDifference: boolean
  readonly controlToken: string | undefined
}

/** Prints the differences between two states. Throws `ClientError` when there are some and that is a failure. */
export async function diffFiles(settings: DiffSettings, io: Io): Promise<void> {
  const { before, after, reporter, failsOnDifference, controlToken } = settings
  const note = (line: string): void => writeNote(io, `svc-emulator: ${line}`)
  const worlds = [await readWorld(before, controlToken, note), await readWorld(after, controlToken, note)] as const
  const diff = diffWorlds(...worlds)
  io.stdout.write(reporter === 'json' ? `${JSON.stringify(diff, null, 2)}\n` : formatDiff(diff))
  if (failsOnDifference && countDifferences(diff) > 0)
    throw new ClientError('UNEXPECTED', `${printable(before)} and ${printable(after)} differ`)
}

function countDifferences({ world, inserted, changed, deleted }: WorldDiff): number {
  return world.length + inserted.length + changed.length + deleted.length
}

/** Lines by table: `+` for an inserted record, `-` for a deleted one, `~` with its fields for a changed one. */
function formatDiff(diff: WorldDiff): string {
  const { world, inserted, changed, deleted } = diff
  if (countDifferences(diff) === 0) return 'no difference\n'
  const records = [
    ...deleted.map(({ table, ...each }) => ({ table, lines: [`- ${formatName(each)}`] })),
    ...inserted.map(({ table, ...each }) => ({ table, lines: [`+ ${formatName(each)}`] })),
    ...changed.map(({ table, fields, ...each }) => ({
      table,
      lines: [`~ ${formatName(each)}`, ...fields.map((field) => `    ${formatField(field)}`)],
    })),
  ]
  const tables = [...new Set(records.map(({ table }) => table))]
  const lines = [
    ...(world.length === 0 ? [] : ['world', ...world.map((field) => `  ~ ${formatField(field)}`), '']),
    ...tables.flatMap((name) => {
      const own = records.filter(({ table }) => table === name).flatMap((each) => each.lines)
      return [name, ...own.map((line) => `  ${line}`), '']
    }),
    summaryLine(diff),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function summaryLine({ inserted, changed, deleted }: WorldDiff): string {
  const total = inserted.length + changed.length + deleted.length
  return `${plural(total, 'record')} ${total === 1 ? 'differs' : 'differ'}: ${inserted.length} inserted, ${changed.length} changed, ${deleted.length} deleted`
}

function formatField({ field, before, after }: WorldDiff['world'][number]): string {
  return `${field}: ${formatValue(before)} -> ${formatValue(after)}`
}

/** A value on one line; long ones are cut. */
function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : shortened(JSON.stringify(value), MAX_VALUE)
}

const MAX_VALUE = 200

function formatName({
  id,
  record,
}: {
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}): string {
  const { alias, name } = record
  const known = typeof alias === 'string' ? alias : typeof name === 'string' ? name : undefined
  return known === undefined ? id : `${known} (${id})`
}

/**
 * The world of an exported state, of a bundle at its end, or of a running emulator; `state.json#mia` is one of the worlds
 * that `--state` keeps. Throws `EmulatorError` naming the source.
 *
 * @param note called with a line about worlds and snapshots that are left out
 */
async function readWorld(
  source: string,
  controlToken: string | undefined,
  note: (line: string) => void,
): Promise<World> {
  const state = namesRunning(source)
    ? await askRunning(source, { token: controlToken }, (control) => control.send('GET /export'))
    : await readState(source)
  try {
    return hostOf(createEmulator({ state: state as object, warn: (line) => note(`${source}: ${line}`) })).world
  } catch (error) {
    throw error instanceof EmulatorError ? new EmulatorError(`${source}: ${error.message}`) : error
  }
}

async function readState(source: string): Promise<unknown> {
  const read = await readFrom(source)
  if ('state' in read) return read.state
  throw new EmulatorError(
    `${source} is neither a state nor a bundle: expected what --state or GET /__emulator/export writes`,
  )
}
