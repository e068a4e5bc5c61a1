import { getClock, setClock } from './clock.ts'
import { getCoverage, listClauses } from './coverage.ts'
import type { ControlHandler } from './handler.ts'
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

/** A handler for every call of the control API. */
export const controlHandlers: readonly ControlHandler[] = [
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
]
