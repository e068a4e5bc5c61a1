import type { ClauseRow } from '../clause-row.ts'

export const authenticationClauses = [
  {
    id: 'authentication.bearer-token',
    section: 'Authentication / Request authentication',
    wire: 'rest',
    statement: 'A request authenticates with the header `Authorization: Bearer <ACCESS_TOKEN>`.',
  },
  {
    id: 'authentication.api-key',
    section: 'Authentication / Request authentication',
    wire: 'rest',
    statement: 'A request authenticates with an API key in the header `X-API-Key`.',
  },
  {
    id: 'keys.owner-is-injected-only',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'The role `owner` appears on no key and no membership, only on a user viewed by itself.',
  },
  {
    id: 'keys.scope.user',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A key may be scoped to a user.',
  },
  {
    id: 'keys.scope.org',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A key may be scoped to an organization.',
  },
  {
    id: 'keys.scope.blob',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A key may be scoped to a blob.',
  },
  {
    id: 'keys.scope.org-key-drives-commands',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'An org-scoped key drives the commands on its organization.',
  },
  {
    id: 'keys.scope.blob-key-drives-commands',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A blob-scoped key drives the commands on its blob.',
  },
  {
    id: 'keys.scope.org-key-admin-scoped-reads-refused',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'An org-scoped key is refused every admin-scoped read.',
  },
  {
    id: 'keys.scope.blob-key-admin-scoped-reads-refused',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A blob-scoped key is refused every admin-scoped read.',
  },
] as const satisfies readonly ClauseRow[]
