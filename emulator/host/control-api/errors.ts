/** Every code that a call of the control API can be refused with, its HTTP status, and what it means. */
export const controlErrors = {
  invalid_request: {
    status: 400,
    message: 'The path, the query or the body does not have the shape that the call takes.',
  },
  token_required: {
    status: 401,
    message: 'The server listens beyond this machine, and the request has no control token.',
  },
  wrong_token: { status: 401, message: 'The control token is not the one of this server.' },
  forbidden_host: {
    status: 403,
    message: 'The request was sent to a host that is not this machine, without a control token.',
  },
  forbidden_origin: { status: 403, message: 'A page of another origin or site sent the request.' },
  not_found: { status: 404, message: 'The control API has no such path.' },
  table_not_found: { status: 404, message: 'There is no such table.' },
  record_not_found: { status: 404, message: 'The table holds no such record.' },
  trigger_not_found: { status: 404, message: 'There is no such trigger.' },
  hold_not_found: { status: 404, message: 'There is no such gate.' },
  world_not_found: { status: 404, message: 'There is no such world on this server.' },
  snapshot_not_found: { status: 404, message: 'There is no snapshot of this name.' },
  scenario_not_found: { status: 404, message: 'There is no scenario of this name.' },
  entry_not_found: { status: 404, message: 'The journal holds no such entry.' },
  inspector_not_served: { status: 404, message: 'Nothing here serves the page of the inspector.' },
  method_not_allowed: { status: 405, message: 'The path does not take the method.' },
  world_exists: { status: 409, message: 'There is a world of this name already.' },
  limit_exceeded: { status: 409, message: 'The file of --state could not hold the change (`limit`).' },
  nothing_held: { status: 409, message: 'The gate holds no request.' },
  journal_off: { status: 409, message: 'This emulator keeps no journal.' },
  trace_off: { status: 409, message: 'This emulator keeps no trace.' },
  no_key: { status: 409, message: 'The user has no API key in this world.' },
  cannot_resend: { status: 409, message: 'The entry is no request that can be sent again.' },
  trace_not_kept: { status: 410, message: 'The trace of the entry is no longer kept.' },
  request_too_large: { status: 413, message: 'The body is larger than the call takes.' },
  unsupported_media_type: { status: 415, message: 'The body is not JSON.' },
  internal_error: { status: 500, message: 'The emulator has a defect.' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>

export type ControlErrorCode = keyof typeof controlErrors

/** Refusals of a call that looks at the world as it was at an entry of the journal. */
export const traceErrors = [
  'entry_not_found',
  'journal_off',
  'trace_off',
  'trace_not_kept',
] as const satisfies readonly ControlErrorCode[]
