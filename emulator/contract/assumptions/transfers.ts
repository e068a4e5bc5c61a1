import { alternative, assume } from '../assume.ts'
import { rule, withoutFields, withSettings } from '../mutation.ts'

/** Uploads and downloads. */
export const transferAssumptions = {
  'A-25': assume('Binary transfers', {
    says: 'The ONNX model of a revision is uploaded and downloaded at `/revisions/:id/model`, a file of a session at `/workflow/sessions/:id/files/:name`, as `application/octet-stream`. `X-Response-Body` is JSON in ASCII, everything else escaped. `X-Request-Body` is JSON in UTF-8, raw or escaped; bytes that are not UTF-8 are `invalid_request_body`. Failures answer the ordinary JSON envelope. A model has `revision_id`, a file `id`, `session_id` and `name`, and both have `bytes`, their `parameters` and `created_at`. The bytes of a model are not looked into.',
    otherwise: [
      alternative(
        'The `model` or the `file` in an envelope has no fields.',
        'Which fields has a model, or a file of a session?',
        withoutFields,
      ),
    ],
    was: ['A-60', 'A-89'],
  }),
  'A-416': assume('Uploads without X-Request-Body', {
    says: 'An upload without `X-Request-Body` is `invalid_request_body`; `{}` is enough.',
    otherwise: [
      alternative(
        'It is taken, without parameters.',
        'May an upload leave out `X-Request-Body`?',
        rule('uploads-without-request-body'),
      ),
    ],
  }),
  'A-417': assume('Size of X-Request-Body', {
    says: '`X-Request-Body` holds at most 8,192 bytes as the download sends them (escaped; `upload_request_bytes`), so that ordinary clients can read the answer; more are `request_too_large`.',
    otherwise: [
      alternative(
        'It holds at most 1,024.',
        'How large may `X-Request-Body` be?',
        withSettings({ limits: { upload_request_bytes: 1_024 } }),
      ),
    ],
  }),
}
