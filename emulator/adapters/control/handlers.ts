import { controlApi } from '../../host/control-api/control-api.ts'
import * as clock from './clock.ts'
import * as coverage from './coverage.ts'
import * as diff from './diff.ts'
import * as documents from './documents.ts'
import * as entries from './entries.ts'
import type { ControlHandler } from './handler.ts'
import * as health from './health.ts'
import * as holds from './holds.ts'
import * as inspector from './inspector.ts'
import * as journal from './journal.ts'
import * as recordings from './recordings.ts'
import * as records from './records.ts'
import * as scenarios from './scenarios.ts'
import * as settings from './settings.ts'
import * as snapshots from './snapshots.ts'
import * as state from './state.ts'
import * as tables from './tables.ts'
import * as triggers from './triggers.ts'
import * as worlds from './worlds.ts'

const nouns: readonly Readonly<Record<string, unknown>>[] = [
  clock,
  coverage,
  diff,
  documents,
  entries,
  health,
  holds,
  inspector,
  journal,
  recordings,
  records,
  scenarios,
  settings,
  snapshots,
  state,
  tables,
  triggers,
  worlds,
]

const byCall = new Map<unknown, ControlHandler>(
  nouns
    .flatMap((noun) => Object.values(noun) as Partial<ControlHandler>[])
    .map((exported) => [exported.call, exported as ControlHandler]),
)

/** A handler for every call of the control API, in its order. */
export const controlHandlers = controlApi.map((call) => byCall.get(call)!)
