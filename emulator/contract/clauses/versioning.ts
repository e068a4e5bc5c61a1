import type { ClauseRow } from '../clause-row.ts'

export const versioningClauses = [
  {
    id: 'versioning.v1-prefix',
    section: 'Versioning',
    wire: 'rest',
    statement: 'The REST API is served under the path prefix `/v1`.',
  },
  {
    id: 'client.default-api-url-has-v1',
    section: 'Versioning',
    wire: 'client',
    statement: 'The default API URL of the client includes the prefix `/v1`.',
  },
] as const satisfies readonly ClauseRow[]
