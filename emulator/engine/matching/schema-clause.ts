import { type ClauseId, clauseIds } from '../../contract/clauses.ts'
import * as v from 'valibot'

export interface ClauseIdSchema extends v.GenericSchema<ClauseId> {}

/** Id of a statement of the specification. */
export const clauseId: ClauseIdSchema = v.picklist(clauseIds)
