/** Helpers for the answers of the model. */
import type { Fresh } from './fresh.ts'
import {
  forbidden,
  invalid,
  isUuid,
  iso,
  Refusal,
  type Caller,
  type Fields,
  type Kind,
  type Row,
  type State,
} from './reference.ts'

/** A request as both sides understand it: `unit` is the method and pattern of an endpoint, or the name of a command. */
export interface Ask {
  readonly unit: string
  readonly secret: string | undefined
  readonly params: Readonly<Record<string, string>>
  readonly body: Fields
}

export type Handler = (state: State, caller: Caller, ask: Ask, fresh: Fresh) => Fields

export const MAX_ORGS = 50
const OPERATION_MS = 2_000

export function shown(row: Row, ...hidden: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)))
}

export const viewOperation = (operation: Row): Fields => shown(operation, 'org_id', 'blob_id', 'user_id')

export function checkAlias(alias: unknown): void {
  if (alias !== undefined && (isUuid(alias as string) || alias === '' || alias === 'me')) throw invalid()
}

export function requireHuman({ human }: Caller): void {
  if (!human) throw forbidden()
}

export function countOrgs({ tables }: State, userId: string): number {
  return new Set(
    tables.members
      .filter((member) => member['user_id'] === userId && member['target'] === 'org')
      .map((member) => member['target_id']),
  ).size
}

export function requireReady(blob: Row): void {
  if (blob['condition'] !== 'ready') throw new Refusal(409, 'blob_not_ready')
}

/**
 * Keys, members and credentials of a blob that is being created or deleted cannot be added, and can be deleted.
 */
export function requireReadyTarget(kind: Kind, target: Row): void {
  if (kind === 'blob') requireReady(target)
}

export function start(state: State, caller: Caller, fresh: Fresh, kind: string, blob: Row, revision?: Row): Fields {
  const operation: Row = {
    id: fresh.id('operation'),
    kind,
    target: revision ? 'revision' : 'blob',
    target_id: (revision ?? blob).id,
    org_id: blob['org_id'],
    blob_id: blob.id,
    user_id: caller.user.id,
    status: 'running',
    error: null,
    created_at: iso(state.now),
    finished_at: null,
  }
  state.tables.operations.push(operation)
  state.due.push({ at: state.now + OPERATION_MS, operation: operation.id })
  return viewOperation(operation)
}
