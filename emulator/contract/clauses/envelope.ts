import { edited, mutant, noOp, omit, otherStatus, refuse, set, stores, wire } from '../mutation.ts'
import { section } from '../section.ts'

export const envelopeSections = [
  section('Endpoints / Response envelope', 'rest', {
    'envelope.status-on-every-response': {
      says: 'Every REST response has a top-level `status` that is `success` or `failure`.',
      cases: ['success', 'refusal'],
      broken: [
        mutant('leaves `status` out', wire({ edits: [{ op: 'omit', path: 'status' }] })),
        mutant('answers `ok`', wire({ edits: [{ op: 'set', path: 'status', to: 'ok' }] })),
      ],
    },
    'envelope.success-fields-beside-status': {
      says: 'On success the fields of the endpoint sit beside `status`.',
      broken: [
        mutant('wraps the fields in `data`', wire({ body: 'envelope' })),
        mutant('answers the fields alone', wire({ edits: [{ op: 'omit', path: 'status' }] })),
      ],
    },
    'envelope.nothing-to-return-is-status-only': {
      says: 'An endpoint with nothing to return answers `{status: success}` and nothing else.',
      cases: ['DELETE /api-keys/:id', 'DELETE /members/:id', 'DELETE /credentials/:id', 'DELETE /orgs/:org_id'],
      broken: [
        mutant('answers more than `status`', wire({ edits: [{ op: 'set', path: 'data', to: {} }] })),
        otherStatus(204),
      ],
    },
    'envelope.no-bare-empty-object': {
      says: 'No endpoint answers a bare empty object.',
      broken: [mutant('answers a bare empty object', wire({ body: 'empty' }))],
    },
    'envelope.failure-has-error-and-message': {
      says: 'On failure the body has `status` `failure`, a code in `error` and prose in `message`.',
      broken: [
        mutant('leaves `message` out', omit('message')),
        mutant('leaves `error` out', omit('error')),
        mutant('answers failures as successes', wire({ edits: [{ op: 'set', path: 'status', to: 'success' }] })),
        mutant('leaves `status` out of failures', wire({ edits: [{ op: 'omit', path: 'status' }] })),
        mutant('answers failures with 200', wire({ status: 200 })),
      ],
    },
    'envelope.error-code-is-stable': {
      says: 'A refusal that the specification names has the code in `error` that it gives, whatever its `message` says.',
      broken: [mutant('answers another code', set('error', 'unknown_error'))],
    },
    'envelope.limit.names-the-limit': {
      says: 'The `limit` object of a refusal names the limit that caused it.',
      broken: [
        mutant('names no limit', omit('limit.name')),
        mutant('names another limit', set('limit.name', 'another')),
      ],
    },
    'envelope.limit.with-limit-exceeded': {
      says: 'A refusal with `limit_exceeded` carries a `limit` object.',
      broken: [mutant('leaves `limit` out', omit('limit')), mutant('answers an empty `limit`', set('limit', {}))],
    },
    'envelope.limit.with-invalid-blob-type': {
      says: 'A refusal with `invalid_blob_type` carries a `limit` object.',
      broken: [mutant('leaves `limit` out', omit('limit')), mutant('answers an empty `limit`', set('limit', {}))],
    },
    'envelope.limit.with-size-and-count-limits': {
      says: 'A refusal with the code of a fixed size or count limit carries a `limit` object.',
      broken: [mutant('leaves `limit` out', omit('limit')), mutant('answers an empty `limit`', set('limit', {}))],
    },
    'envelope.check-definition.answers-200': {
      says: 'Check Definition answers HTTP 200 for a workflow that fails validation.',
      broken: [mutant('answers 400', wire({ status: 400 }))],
    },
    'envelope.check-definition.failure-is-the-verdict': {
      says: 'Check Definition answers `status` `failure` for a workflow that fails validation.',
      broken: [
        mutant(
          'finds every definition valid',
          edited(
            { op: 'set', path: 'status', to: 'success' },
            ...['error', 'message', 'problems'].map((path) => ({ op: 'omit', path }) as const),
          ),
        ),
        mutant('refuses the request', refuse('invalid_request_body')),
      ],
    },
    'envelope.binary.file-is-the-body': {
      says: 'The body of a binary transfer is the file itself and the envelope moves to a header.',
      broken: [
        mutant('answers no file', wire({ body: 'no-file' })),
        mutant('answers a file as `application/json`', wire({ contentType: 'application/json' })),
      ],
    },
    'envelope.binary.model-download': {
      says: 'An ONNX model download carries its envelope in the header `X-Response-Body`.',
      broken: [
        mutant('leaves X-Response-Body out', wire({ header: ['x-response-body', null] })),
        mutant('leaves `status` out of the header', wire({ edits: [{ op: 'omit', path: 'status' }] })),
      ],
    },
    'envelope.binary.session-file-download': {
      says: 'A session file download carries its envelope in the header `X-Response-Body`.',
      broken: [
        mutant('leaves X-Response-Body out', wire({ header: ['x-response-body', null] })),
        mutant('leaves `status` out of the header', wire({ edits: [{ op: 'omit', path: 'status' }] })),
      ],
    },
    'envelope.binary.model-upload': {
      says: 'An ONNX model upload carries its JSON request in the header `X-Request-Body`.',
      broken: [
        mutant('refuses X-Request-Body', refuse('invalid_request_body')),
        mutant('stores nothing', noOp),
        mutant('stores an empty file', stores('models', 'data', new Uint8Array(0))),
      ],
    },
    'envelope.binary.session-file-upload': {
      says: 'A session file upload carries its JSON request in the header `X-Request-Body`.',
      broken: [
        mutant('refuses X-Request-Body', refuse('invalid_request_body')),
        mutant('stores nothing', noOp),
        mutant('stores an empty file', stores('files', 'data', new Uint8Array(0))),
      ],
    },
  }),
]
