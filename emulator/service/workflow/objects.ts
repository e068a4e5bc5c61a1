import { recordView } from '../../engine/kernel/unit/assumed.ts'
import { objectRecord } from '../../engine/world/tables/sessions.ts'

/** Object of a session in answers: as it is stored. */
export const objectView = recordView('SessionObject', objectRecord.entries, [], ['A-47'])
