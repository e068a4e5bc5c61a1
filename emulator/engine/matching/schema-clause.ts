import * as v from 'valibot'
import type { ClauseId } from '../../contract/statement-names.ts'
import { clauseIds } from '../../contract/statement-ids.ts'

export interface ClauseIdSchema extends v.GenericSchema<ClauseId> {}

/** The id of a statement of the specification. */
export const clauseId: ClauseIdSchema = v.picklist(clauseIds)
