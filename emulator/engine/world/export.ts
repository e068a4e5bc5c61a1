import { contractStamp } from '../../contract/stamp.ts'
import { VERSION } from '../../contract/version.ts'
import { encodeBytes } from './bytes.ts'
import { STATE_VERSION, type ExportedState } from './exported-state.ts'
import type { BaseRecord, Row } from './row.ts'
import { tables } from './tables/index.ts'
import { counted } from './triggers.ts'
import type { World } from './world.ts'
import type { WorldState } from './world-state.ts'

export function exportState(world: World): ExportedState {
  const exported: ExportedState['tables'] = {}
  for (const name of tableNames) exported[name] = Array.from(world.table(name)!.rows(), exportedRow)
  return { ...exportHead(world), tables: exported, triggers: exportTriggers(world.state) }
}

/**
 * Yields the text of `JSON.stringify(exportState(world))` in small pieces. Pass a fork: a world that changes in between
 * would be exported inconsistently.
 */
export function* stateText(world: World, shown: ShownRows = asItIs): Generator<string> {
  yield `${JSON.stringify(exportHead(world)).slice(0, -1)},"tables":{`
  for (const [index, name] of tableNames.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:[`
    yield* rowTexts(world, name, shown)
    yield ']'
  }
  yield `},"triggers":${JSON.stringify(shown.value(exportTriggers(world.state)))}}`
}

/** How the parts of a state are shown: with stand-ins in place of secrets. */
interface ShownRows {
  row(table: string, row: [number, { id: string }]): [number, { id: string }]
  value<T>(value: T): T
}

const asItIs: ShownRows = { row: (_table, row) => row, value: (value) => value }

/** UTF-16 units of a piece, beyond which a row begins the next one. */
const PIECE_LENGTH = 65_536

function* rowTexts(world: World, name: string, shown: ShownRows): Generator<string> {
  let piece = ''
  let separator = ''
  for (const row of world.table(name)!.rows()) {
    piece += separator + JSON.stringify(shown.row(name, exportedRow(row)))
    separator = ','
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

const tableNames = Object.values(tables).map(({ name }) => name)

function exportHead(world: World) {
  const { now, drawn, varied, seq } = world.state
  return {
    svc_emulator_state: STATE_VERSION,
    release: VERSION,
    contract: contractStamp(),
    seed: world.seed,
    settings: world.state.settings,
    now_ms: now,
    drawn,
    varied,
    next_seq: seq,
  }
}

/** A row as files hold it: its position, and its record as JSON. */
function exportedRow({ seq, record }: Row<BaseRecord>): [number, { id: string }] {
  return [seq, encodeBytes(record)]
}

export function exportTriggers({ triggers }: Readonly<Pick<WorldState, 'triggers'>>): ExportedState['triggers'] {
  return { next: triggers.next, entries: counted(triggers) }
}
