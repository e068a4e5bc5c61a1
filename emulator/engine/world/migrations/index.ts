import { isObject } from '../../checking/is-object.ts'
import type { Migration, StateDocument } from './migration.ts'

/**
 * Migrations from version 1 of the exported state to the current one: the first entry leads from 1 to 2. To change the
 * state, add an entry; `npm run write` then stores a state of the new version in `states/`.
 */
export const migrations: readonly Migration[] = [
  { about: 'A state names the contract that its world obeyed.' },
  {
    about: 'A state counts the requests whose answers were varied.',
    change: (state) => ({ ...state, varied: 0 }),
  },
  { about: 'A state may hold what a server has beside its world: further worlds, snapshots, the start.' },
]

/** Version of the state after `steps`. */
export function versionAfter(steps: readonly Migration[]): number {
  return 1 + steps.length
}

interface Migrated {
  readonly state: unknown
  /** Fields by table that the records of the file cannot have. */
  readonly added: Readonly<Record<string, readonly string[]>>
}

/** Migrates a state of any earlier version to the current one. Other values are returned unchanged. */
export function migrate(state: unknown, steps: readonly Migration[] = migrations): Migrated {
  const version = readVersion(state)
  if (version === undefined || version < 1 || version >= versionAfter(steps)) return { state, added: {} }
  let document = state as StateDocument
  const added: Record<string, string[]> = {}
  for (const step of steps.slice(version - 1)) {
    document = step.change?.(document) ?? document
    for (const [table, fields] of Object.entries(step.added ?? {})) (added[table] ??= []).push(...fields)
  }
  return { state: { ...document, svc_emulator_state: versionAfter(steps) }, added }
}

/** Version of a document; undefined if it has none. */
export function readVersion(state: unknown): number | undefined {
  const version = isObject(state) ? state['svc_emulator_state'] : undefined
  return Number.isSafeInteger(version) ? (version as number) : undefined
}
