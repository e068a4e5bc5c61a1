import { isObject } from '../../checking/is-object.ts'
import type { Migration, StateDocument } from './migration.ts'

/**
 * The way from version 1 of the exported state to that of this release: the first entry leads from 1 to 2. To change the state, add
 * an entry; `npm run write` then keeps a state of the new version in `states/`.
 */
export const migrations: readonly Migration[] = [{ about: 'A state names the contract that its world obeyed.' }]

/** Version of the state that `steps` lead to. */
export function versionAfter(steps: readonly Migration[]): number {
  return 1 + steps.length
}

interface Migrated {
  readonly state: unknown
  /** Fields that the records of the file cannot have yet, by table. */
  readonly added: Readonly<Record<string, readonly string[]>>
}

/** A state of any version up to that of this release, in the form of this release. What is no state is given back as it is. */
export function migrate(state: unknown, steps: readonly Migration[] = migrations): Migrated {
  const version = versionOf(state)
  if (version === undefined || version < 1 || version >= versionAfter(steps)) return { state, added: {} }
  let document = state as StateDocument
  const added: Record<string, string[]> = {}
  for (const step of steps.slice(version - 1)) {
    document = step.change?.(document) ?? document
    for (const [table, fields] of Object.entries(step.added ?? {})) (added[table] ??= []).push(...fields)
  }
  return { state: { ...document, svc_emulator_state: versionAfter(steps) }, added }
}

/** The version that a document says it has; undefined where it says none. */
export function versionOf(state: unknown): number | undefined {
  const version = isObject(state) ? state['svc_emulator_state'] : undefined
  return Number.isSafeInteger(version) ? (version as number) : undefined
}
