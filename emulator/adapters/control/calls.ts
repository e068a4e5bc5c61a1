import { addTrigger } from './add-trigger.ts'
import { clearJournal } from './clear-journal.ts'
import { clearTriggers } from './clear-triggers.ts'
import { createRecord } from './create-record.ts'
import { createWorld } from './create-world.ts'
import type { ControlCall } from './definition.ts'
import { deleteRecord } from './delete-record.ts'
import { deleteSnapshot } from './delete-snapshot.ts'
import { deleteTrigger } from './delete-trigger.ts'
import { deleteWorld } from './delete-world.ts'
import { describeTables } from './describe-tables.ts'
import { exportBundle } from './export-bundle.ts'
import { exportHar } from './export-har.ts'
import { exportScenario } from './export-scenario.ts'
import { exportState } from './export-state.ts'
import { getChanges } from './get-changes.ts'
import { getClock } from './get-clock.ts'
import { getControlOpenApi } from './get-control-openapi.ts'
import { getCoverage } from './get-coverage.ts'
import { getEntry } from './get-entry.ts'
import { getOpenApi } from './get-openapi.ts'
import { getOpenRpc } from './get-openrpc.ts'
import { getRecord } from './get-record.ts'
import { getScenarioSchema } from './get-scenario-schema.ts'
import { health } from './health.ts'
import { importState } from './import-state.ts'
import { listClauses } from './list-clauses.ts'
import { listJournal } from './list-journal.ts'
import { listRecords } from './list-records.ts'
import { listScenarios } from './list-scenarios.ts'
import { listSnapshots } from './list-snapshots.ts'
import { listTables } from './list-tables.ts'
import { listTriggers } from './list-triggers.ts'
import { listWorlds } from './list-worlds.ts'
import { putRecord } from './put-record.ts'
import { resendEntry } from './resend-entry.ts'
import { reset } from './reset.ts'
import { restoreEntry } from './restore-entry.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { setClock } from './set-clock.ts'
import { showInspector } from './show-inspector.ts'
import { streamJournal } from './stream-journal.ts'
import { switchScenario } from './switch-scenario.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { updateTrigger } from './update-trigger.ts'
import { verify } from './verify.ts'

/** Every call of the control API. */
export const controlCalls: readonly ControlCall[] = [
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
  restoreSnapshot,
  deleteSnapshot,
  exportState,
  importState,
  listWorlds,
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
  exportBundle,
  verify,
  listTriggers,
  addTrigger,
  clearTriggers,
  updateTrigger,
  deleteTrigger,
  getClock,
  setClock,
  listClauses,
  getCoverage,
  getOpenApi,
  getOpenRpc,
  getControlOpenApi,
  getScenarioSchema,
  showInspector,
]
