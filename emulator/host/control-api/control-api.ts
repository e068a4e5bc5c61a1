import type { Frozen } from '../../engine/journal/journal-entry.ts'
import { getClock, setClock } from './clock.ts'
import { getCoverage, listClauses } from './coverage.ts'
import type { ControlCallAnswer, CallParams, CallQuery, ControlCall, SentBody } from './call.ts'
import { diffStates } from './diff.ts'
import { getControlOpenApi, getOpenApi, getOpenRpc, getScenarioSchema } from './documents.ts'
import { getChanges, getEntry, resendEntry, restoreEntry } from './entries.ts'
import { health } from './health.ts'
import { addHold, clearHolds, deleteHold, getHold, listHolds, releaseHold } from './holds.ts'
import { showInspector } from './inspector.ts'
import { clearJournal, listJournal, streamJournal, verify } from './journal.ts'
import { exportBundle, exportHar, exportHttp, listCalls, exportScenario } from './recordings.ts'
import { createRecord, deleteRecord, getRecord, listRecords, putRecord } from './records.ts'
import { listScenarios, switchScenario } from './scenarios.ts'
import { changeSettings, getSettings } from './settings.ts'
import { deleteSnapshot, listSnapshots, readSnapshot, restoreSnapshot, takeSnapshot } from './snapshots.ts'
import { exportState, importState, reset } from './state.ts'
import { describeTables, listTables } from './tables.ts'
import { addTrigger, clearTriggers, deleteTrigger, listTriggers, updateTrigger } from './triggers.ts'
import { createWorld, deleteWorld, listWorlds, putWorld } from './worlds.ts'

/** Every call of the control API, in the order of its document. */
export const controlApi = [
  health,
  describeTables,
  listTables,
  listRecords,
  getRecord,
  createRecord,
  putRecord,
  deleteRecord,
  reset,
  listScenarios,
  switchScenario,
  listSnapshots,
  takeSnapshot,
  readSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  diffStates,
  exportState,
  importState,
  listWorlds,
  putWorld,
  createWorld,
  deleteWorld,
  listJournal,
  clearJournal,
  streamJournal,
  getEntry,
  getChanges,
  restoreEntry,
  resendEntry,
  exportScenario,
  exportHar,
  exportHttp,
  listCalls,
  exportBundle,
  verify,
  listTriggers,
  addTrigger,
  clearTriggers,
  updateTrigger,
  deleteTrigger,
  listHolds,
  addHold,
  getHold,
  releaseHold,
  deleteHold,
  clearHolds,
  getClock,
  setClock,
  getSettings,
  changeSettings,
  listClauses,
  getCoverage,
  getOpenApi,
  getOpenRpc,
  getControlOpenApi,
  getScenarioSchema,
  showInspector,
] as const satisfies readonly ControlCall[]

type ControlApi = { [C in (typeof controlApi)[number] as `${C['method']} ${C['path']}`]: C }

/** Name of a call, as a client writes it: `GET /state/:table/:id`. */
export type ControlKey = keyof ControlApi

/** Parts of a request for a call. Empty parts, and parts with only optional fields, may be left out. */
export type ControlInput<K extends ControlKey> = Part<'params', OrNumbers<CallParams<ControlApi[K]>>> &
  Part<'query', OrNumbers<CallQuery<ControlApi[K]>>> &
  (ControlApi[K]['bodySchema'] extends undefined ? unknown : Part<'body', ControlBody<K>>)

/** Body of a request for a call. */
export type ControlBody<K extends ControlKey> = Frozen<SentBody<ControlApi[K]>>

/** Parts of a request as arguments; none if all of them may be left out. */
export type ControlArguments<K extends ControlKey> =
  Record<never, never> extends ControlInput<K> ? [input?: ControlInput<K>] : [input: ControlInput<K>]

/** JSON that a call answers. */
export type ControlAnswer<K extends ControlKey> = ControlCallAnswer<ControlApi[K]>

/** Texts of a path or a query, for which a number may be given. */
type OrNumbers<T> = { readonly [N in keyof T]: string extends T[N] ? T[N] | number : T[N] }

/** Names of the fields of any form that a value may have. */
type FieldName<Value> = Value extends unknown ? keyof Value : never

type Part<Name extends string, Value> = [FieldName<Value>] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value }
