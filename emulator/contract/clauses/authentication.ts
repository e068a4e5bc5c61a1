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
    id: 'keys.never-exceeds-role',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: "A key never exceeds its role, regardless of the user's own memberships.",
  },
  {
    id: 'keys.owner-is-injected-only',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'The role `owner` appears only as the injected `role` of a user viewed by itself.',
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
    statement: 'An org-scoped key drives every command except admin-scoped reads.',
  },
  {
    id: 'keys.scope.blob-key-drives-commands',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A blob-scoped key drives every command except admin-scoped reads.',
  },
  {
    id: 'keys.scope.org-key-admin-scoped-reads-refused',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'An org-scoped key does not drive admin-scoped reads.',
  },
  {
    id: 'keys.scope.blob-key-admin-scoped-reads-refused',
    section: 'Authentication / Keys, roles and scope',
    wire: 'rest',
    statement: 'A blob-scoped key does not drive admin-scoped reads.',
  },
] as const satisfies readonly ClauseRow[]
