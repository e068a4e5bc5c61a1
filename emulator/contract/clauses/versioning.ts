import { mutant, refuse } from '../mutation.ts'
import { section } from '../section.ts'

export const versioningSections = [
  section('Versioning', 'rest', {
    'versioning.v1-prefix': {
      says: 'The REST API is served under the path prefix `/v1`.',
      broken: [mutant('serves nothing below /v1', refuse('endpoint_not_found'))],
    },
  }),
  section('Versioning', 'client', {
    'client.default-api-url-has-v1': 'The default API URL of the client includes the prefix `/v1`.',
  }),
]
