import { worldErrors } from './world-errors.ts'

/** Facts about an error code. */
export interface ErrorRow {
  /** HTTP status. */
  readonly status: number
  /** Source of the status. Only an assumed one can be set, and varies. `emulator`: no service answers so. */
  readonly statusFrom: (typeof errors)[ErrorCode]['statusFrom']
  /** JSON-RPC error code, if it is not -32000. */
  readonly rpc?: number
  /** Default message of a refusal. */
  readonly message: string
  /** Clause that names the code, or assumption that adds it. */
  readonly source: (typeof errors)[ErrorCode]['source']
  /** The clause concerns one case of several: it is cited for that case, not by every refusal with this code. */
  readonly severalCases?: true
  /** Name of a limit that it can be about. It always comes with a `limit` object. */
  readonly limit?: 'orgs_per_user' | 'enabled_blob_types' | 'graph_depth' | 'request_body_bytes'
  /** Any request may be refused with it, whatever its unit. Units declare the other codes. */
  readonly anyRequest?: true
}

export type ErrorCode = keyof typeof errors

/** All error codes of the API. */
export const errors = {
  invalid_request_body: {
    status: 400,
    statusFrom: 'A-6',
    rpc: -32602,
    message: 'The request does not have the shape this endpoint takes.',
    source: 'pagination.null-cursor-refused',
    anyRequest: true,
    severalCases: true,
  },
  invalid_cursor: {
    status: 400,
    statusFrom: 'A-6',
    rpc: -32602,
    message: 'The cursor is not one that this listing answered. Send it back unchanged, or omit it to start over.',
    source: 'pagination.opaque.modified-cursor-refused',
    severalCases: true,
  },
  invalid_limit: {
    status: 400,
    statusFrom: 'A-6',
    rpc: -32602,
    message: 'The limit is out of range.',
    source: 'pagination.revisions.limit-out-of-range',
    severalCases: true,
  },
  invalid_blob_type: {
    status: 400,
    statusFrom: 'A-6',
    message: 'This blob type is not enabled for the organization.',
    source: 'errors.invalid-blob-type',
    limit: 'enabled_blob_types',
  },
  graph_traversal_limit_exceeded: {
    status: 400,
    statusFrom: 'A-6',
    message: 'The graph query exceeds its caps. Ask for a smaller depth or a narrower start.',
    source: 'pagination.graph.caps-refuse',
    limit: 'graph_depth',
  },
  cannot_mint_while_acting: {
    status: 400,
    statusFrom: 'specification',
    message:
      'An acting token cannot mint a key for an organization or a blob, because the key would authenticate as the account.',
    source: 'api-keys.create.acting-token-org-refused',
    severalCases: true,
  },
  unauthenticated: {
    status: 401,
    statusFrom: 'A-392',
    message: 'Send valid credentials: Authorization: Bearer <token>, or X-API-Key: <key>.',
    source: 'A-392',
  },
  forbidden: {
    status: 403,
    statusFrom: 'specification',
    message: 'The caller lacks the access that this request needs.',
    source: 'errors.forbidden-is-403',
    severalCases: true,
  },
  limit_exceeded: {
    status: 403,
    statusFrom: 'A-391',
    message: 'The request would exceed a limit.',
    source: 'errors.limit-exceeded',
    limit: 'orgs_per_user',
  },
  revision_not_found: {
    status: 404,
    statusFrom: 'specification',
    message: 'There is no revision with this id, or its blob cannot be reached.',
    source: 'revision.reset.unknown-id',
    severalCases: true,
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
    statusFrom: 'A-7',
    message: 'No model was uploaded for this revision.',
    source: 'A-7',
  },
  endpoint_not_found: {
    status: 404,
    statusFrom: 'A-386',
    message: 'No endpoint has this path.',
    source: 'A-386',
    anyRequest: true,
  },
  method_not_allowed: {
    status: 405,
    statusFrom: 'A-393',
    message: 'This path does not take this method. The Allow header names those it takes.',
    source: 'A-393',
    anyRequest: true,
  },
  ...worldErrors,
  blob_not_ready: {
    status: 409,
    statusFrom: 'specification',
    message: 'The blob is being created or deleted.',
    source: 'revision.reset.blob-creating-refused',
    severalCases: true,
  },
  revision_not_failed: {
    status: 409,
    statusFrom: 'specification',
    message: 'Only a revision whose status is failed can be reset.',
    source: 'revision.reset.needs-failed',
  },
  revision_not_draft: {
    status: 409,
    statusFrom: 'A-101',
    message: 'Only a draft can be committed.',
    source: 'A-101',
    severalCases: true,
  },
  revision_not_ready: {
    status: 409,
    statusFrom: 'A-101',
    message: 'The revision is failed. Reset it first.',
    source: 'A-101',
  },
  alias_taken: {
    status: 409,
    statusFrom: 'A-394',
    message: 'Another resource already has this alias.',
    source: 'A-394',
  },
  operation_in_progress: {
    status: 409,
    statusFrom: 'A-395',
    message: 'An operation on this resource is still running.',
    source: 'A-395',
    severalCases: true,
  },
  user_retired: {
    status: 409,
    statusFrom: 'A-151',
    message: 'The user is retired.',
    source: 'A-151',
  },
  member_exists: {
    status: 409,
    statusFrom: 'A-55',
    message: 'The user is already a member of this target.',
    source: 'A-55',
  },
  request_too_large: {
    status: 413,
    statusFrom: 'A-396',
    message: 'The request body is larger than the service takes.',
    source: 'A-396',
    limit: 'request_body_bytes',
    anyRequest: true,
  },
  unsupported_media_type: {
    status: 415,
    statusFrom: 'A-344',
    message: 'The request body has a content type that this endpoint does not take.',
    source: 'A-344',
    severalCases: true,
    anyRequest: true,
  },
  internal_error: {
    status: 500,
    statusFrom: 'A-397',
    rpc: -32603,
    message: 'The service failed to answer this request.',
    source: 'A-397',
    anyRequest: true,
  },
  unspecified_behaviour: {
    status: 501,
    statusFrom: 'emulator',
    message: 'The specification does not show this behaviour, and the emulator was told to refuse what is not shown.',
    source: 'emulator',
    anyRequest: true,
  },
} as const

const facts: Readonly<Record<ErrorCode, ErrorRow>> = errors

/** Facts about a code, with those that only some codes have. */
export function errorFacts(code: ErrorCode): ErrorRow {
  return facts[code]
}

/** JSON-RPC error code of a refusal. */
export function rpcCode(code: ErrorCode): number {
  return facts[code].rpc ?? -32000
}

/** True for a code of the API. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}

/** True for a code that only assumptions define: no sentence of the specification names it. */
export function isAssumedCode(code: ErrorCode): boolean {
  return /^A-\d/.test(errorFacts(code).source)
}

function notFound(noun: string, by: string) {
  return {
    status: 404,
    statusFrom: 'A-7',
    message: `There is no ${noun} with this ${by}.`,
    source: 'A-7',
  } as const
}
