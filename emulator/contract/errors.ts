import type { AssumptionId } from './assumptions.ts'
import type { ClauseId } from './clauses.ts'

/** One refusal: its statuses on both wires, its default prose and where it is stated. */
export interface ErrorRow {
  /** HTTP status. */
  readonly status: number
  /** JSON-RPC error code. */
  readonly rpc: number
  /** Prose used when the place of the refusal gives none. */
  readonly message: string
  /** The clause that names the code, or the assumption that adds it. */
  readonly source: ClauseId | AssumptionId
}

/** Every error code of the API. The HTTP status of a code the specification gives none for is A-6. */
export const errors = {
  invalid_request_body: {
    status: 400,
    rpc: -32602,
    message: 'The request does not have the shape this endpoint takes.',
    source: 'pagination.null-cursor-refused',
  },
  invalid_cursor: {
    status: 400,
    rpc: -32602,
    message: 'The cursor is not one that this listing answered. Send it back unchanged, or omit it to start over.',
    source: 'pagination.opaque.modified-cursor-refused',
  },
  invalid_limit: {
    status: 400,
    rpc: -32602,
    message: 'The limit is out of range.',
    source: 'pagination.revisions.limit-out-of-range',
  },
  invalid_blob_type: {
    status: 400,
    rpc: -32000,
    message: 'This blob type is not enabled for the organization.',
    source: 'errors.invalid-blob-type',
  },
  graph_traversal_limit_exceeded: {
    status: 400,
    rpc: -32000,
    message: 'The graph query exceeds its caps. Ask for a smaller depth or a narrower start.',
    source: 'pagination.graph.caps-refuse',
  },
  cannot_mint_while_acting: {
    status: 400,
    rpc: -32000,
    message: 'An acting token cannot mint a key for an organization or a blob, because the key would authenticate as the account.',
    source: 'api-keys.create.acting-token-org-refused',
  },
  unauthenticated: {
    status: 401,
    rpc: -32000,
    message: 'Send valid credentials: Authorization: Bearer <token>, or X-API-Key: <key>.',
    source: 'A-7',
  },
  forbidden: {
    status: 403,
    rpc: -32000,
    message: 'The caller lacks the access that this request needs.',
    source: 'errors.forbidden-is-403',
  },
  limit_exceeded: {
    status: 403,
    rpc: -32000,
    message: 'The request would exceed a limit.',
    source: 'errors.limit-exceeded',
  },
  revision_not_found: {
    status: 404,
    rpc: -32000,
    message: 'There is no revision with this id, or its blob cannot be reached.',
    source: 'revision.reset.unknown-id',
  },
  user_not_found: notFound('user', 'id or alias'),
  org_not_found: notFound('organization', 'id or alias'),
  blob_not_found: notFound('blob', 'id or alias'),
  api_key_not_found: notFound('API key', 'id'),
  member_not_found: notFound('member', 'id'),
  credential_not_found: notFound('credential', 'id'),
  operation_not_found: notFound('operation', 'id'),
  definition_not_found: notFound('definition', 'id or alias'),
  session_not_found: notFound('session', 'id or alias'),
  execution_not_found: notFound('execution', 'id'),
  schedule_not_found: notFound('schedule', 'id or alias'),
  file_not_found: notFound('file', 'name'),
  model_not_found: {
    status: 404,
    rpc: -32000,
    message: 'No model was uploaded for this revision.',
    source: 'A-7',
  },
  endpoint_not_found: {
    status: 404,
    rpc: -32000,
    message: 'No endpoint has this path.',
    source: 'A-7',
  },
  method_not_allowed: {
    status: 405,
    rpc: -32000,
    message: 'This path does not take this method. The Allow header names those it takes.',
    source: 'A-7',
  },
  blob_not_ready: {
    status: 409,
    rpc: -32000,
    message: 'The blob is being created or deleted.',
    source: 'revision.reset.blob-creating-refused',
  },
  revision_not_failed: {
    status: 409,
    rpc: -32000,
    message: 'Only a revision whose status is failed can be reset.',
    source: 'revision.reset.needs-failed',
  },
  revision_not_draft: {
    status: 409,
    rpc: -32000,
    message: 'Only a draft can be committed.',
    source: 'A-23',
  },
  revision_not_ready: {
    status: 409,
    rpc: -32000,
    message: 'The revision is failed. Reset it first.',
    source: 'A-23',
  },
  alias_taken: {
    status: 409,
    rpc: -32000,
    message: 'Another resource already has this alias.',
    source: 'A-7',
  },
  operation_in_progress: {
    status: 409,
    rpc: -32000,
    message: 'An operation on this resource is still running.',
    source: 'A-7',
  },
  user_retired: {
    status: 409,
    rpc: -32000,
    message: 'The user is retired.',
    source: 'A-17',
  },
  member_exists: {
    status: 409,
    rpc: -32000,
    message: 'The user is already a member of this target.',
    source: 'A-55',
  },
  request_too_large: {
    status: 413,
    rpc: -32000,
    message: 'The request body is larger than the service takes.',
    source: 'A-7',
  },
  unsupported_media_type: {
    status: 415,
    rpc: -32000,
    message: 'The request body has a content type that this endpoint does not take.',
    source: 'A-7',
  },
  internal_error: {
    status: 500,
    rpc: -32603,
    message: 'The service failed to answer this request.',
    source: 'A-7',
  },
  unspecified_behaviour: {
    status: 501,
    rpc: -32000,
    message: 'The specification does not show this behaviour, and the emulator was told to refuse what is not shown.',
    source: 'A-7',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors

function notFound(noun: string, by: string) {
  return { status: 404, rpc: -32000, message: `There is no ${noun} with this ${by}.`, source: 'A-7' } as const
}
