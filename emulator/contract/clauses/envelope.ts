import type { ClauseRow } from '../clause-row.ts'

export const envelopeClauses = [
  {
    id: 'envelope.status-on-every-response',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'Every REST response has a top-level `status` that is `success` or `failure`.',
  },
  {
    id: 'envelope.success-fields-beside-status',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'On success the fields of the endpoint sit beside `status`.',
  },
  {
    id: 'envelope.nothing-to-return-is-status-only',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'An endpoint with nothing to return answers `{status: success}` and nothing else.',
  },
  {
    id: 'envelope.no-bare-empty-object',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'No endpoint answers a bare empty object.',
  },
  {
    id: 'envelope.failure-has-error-and-message',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'On failure the body has `status` `failure`, a code in `error` and prose in `message`.',
  },
  {
    id: 'envelope.error-code-is-stable',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement:
      'A refusal that the specification names has the code in `error` that it gives, whatever its `message` says.',
  },
  {
    id: 'envelope.limit.names-the-limit',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'The `limit` object of a refusal names the limit that caused it.',
  },
  {
    id: 'envelope.limit.with-limit-exceeded',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'A refusal with `limit_exceeded` carries a `limit` object.',
  },
  {
    id: 'envelope.limit.with-invalid-blob-type',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'A refusal with `invalid_blob_type` carries a `limit` object.',
  },
  {
    id: 'envelope.limit.with-size-and-count-limits',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'A refusal with the code of a fixed size or count limit carries a `limit` object.',
  },
  {
    id: 'envelope.check-definition.answers-200',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'Check Definition answers HTTP 200 for a workflow that fails validation.',
  },
  {
    id: 'envelope.check-definition.failure-is-the-verdict',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'Check Definition answers `status` `failure` for a workflow that fails validation.',
  },
  {
    id: 'envelope.binary.file-is-the-body',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'The body of a binary transfer is the file itself and the envelope moves to a header.',
  },
  {
    id: 'envelope.binary.model-download',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'An ONNX model download carries its envelope in the header `X-Response-Body`.',
  },
  {
    id: 'envelope.binary.session-file-download',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'A session file download carries its envelope in the header `X-Response-Body`.',
  },
  {
    id: 'envelope.binary.model-upload',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'An ONNX model upload carries its JSON request in the header `X-Request-Body`.',
  },
  {
    id: 'envelope.binary.session-file-upload',
    section: 'Endpoints / Response envelope',
    wire: 'rest',
    statement: 'A session file upload carries its JSON request in the header `X-Request-Body`.',
  },
] as const satisfies readonly ClauseRow[]
