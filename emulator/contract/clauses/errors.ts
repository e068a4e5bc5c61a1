import { admitWhen, admitWith, mutant, refuse, wire } from '../mutation.ts'
import { section } from '../section.ts'

export const errorsSections = [
  section('Errors', 'rest', {
    'errors.forbidden-is-403': {
      says: 'A request that lacks the access it needs answers HTTP 403 with the code `forbidden`.',
      broken: [
        mutant('answers 404 where access lacks', wire({ status: 404 })),
        mutant('answers another code', refuse('unauthenticated')),
      ],
    },
    'errors.limit-exceeded': {
      says: 'A request that a limit refuses answers the code `limit_exceeded`.',
      broken: [
        mutant('answers another code', refuse('forbidden')),
        mutant(
          'knows no limits',
          admitWith({ limits: { api_keys_per_target: 9, orgs_per_user: 99, service_accounts_per_user: 99 } }),
        ),
      ],
    },
    'errors.invalid-blob-type': {
      says: 'A blob type that is not enabled for the organization answers the code `invalid_blob_type`.',
      broken: [
        mutant('answers another code', refuse('invalid_request_body')),
        mutant('takes every blob type', admitWhen({ orgs: { enabled_blob_types: ['text', 'onnx', 'dataset'] } })),
      ],
    },
  }),
]
