import {
  type ApiClauseId,
  type ClauseId,
  clauseIds,
  type ClientClauseId,
  isClientClause,
} from '../../contract/clauses.ts'
import * as v from 'valibot'

export interface ClauseIdSchema<Id extends ClauseId> extends v.GenericSchema<Id> {}

/** Id of a statement of the specification. */
export const clauseId: ClauseIdSchema<ClauseId> = v.picklist(clauseIds)

/** Id of a statement about the client or its worker. */
export const clientClauseId: ClauseIdSchema<ClientClauseId> = v.picklist(clauseIds.filter(isClientClause))

/** Id of a statement about the API. */
export const apiClauseId: ClauseIdSchema<ApiClauseId> = v.picklist(
  clauseIds.filter((id): id is ApiClauseId => !isClientClause(id)),
)
