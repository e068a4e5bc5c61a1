import { recordView } from '../../engine/kernel/unit/assumed.ts'
import { objectRecord } from '../../engine/world/tables/sessions.ts'

/** An object of a session is answered as it is stored. */
export const objectView = recordView('SessionObject', objectRecord.entries, [], ['A-47'])
