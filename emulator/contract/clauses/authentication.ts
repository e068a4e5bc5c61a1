import { admitCaller, lets, mutant, otherCaller, otherCode, refuse, set } from '../mutation.ts'
import { section } from '../section.ts'

export const authenticationSections = [
  section('Authentication / Request authentication', 'rest', {
    'authentication.bearer-token': {
      says: 'A request authenticates with the header `Authorization: Bearer <ACCESS_TOKEN>`.',
      broken: [
        mutant('takes no bearer token', refuse('unauthenticated')),
        mutant('takes a bearer token for another user', otherCaller),
      ],
    },
    'authentication.api-key': {
      says: 'A request authenticates with an API key in the header `X-API-Key`.',
      broken: [
        mutant('takes no API key', refuse('unauthenticated')),
        mutant('takes an API key for another user', otherCaller),
      ],
    },
  }),
  section('Authentication / Keys, roles and scope', 'rest', {
    'keys.never-exceeds-role': {
      says: "A key never exceeds its role, regardless of the user's own memberships.",
      cases: ['read key', 'write key', 'org key', 'blob key', 'user key', 'HTTP', 'socket'],
      broken: [mutant('lets a key do more than its role', admitCaller), otherCode('unauthenticated')],
    },
    'keys.owner-is-injected-only': {
      says: 'The role `owner` appears only as the injected `role` of a user viewed by itself.',
      broken: [mutant('shows it nowhere, not even where a user views itself', set('user.role', 'write'))],
    },
    'keys.scope.user': {
      says: 'A key may be scoped to a user.',
      broken: [mutant('takes no key of a user', refuse('unauthenticated'))],
    },
    'keys.scope.org': {
      says: 'A key may be scoped to an organization.',
      broken: [mutant('takes no key of an organization', refuse('unauthenticated'))],
    },
    'keys.scope.blob': {
      says: 'A key may be scoped to a blob.',
      broken: [mutant('takes no key of a blob', refuse('unauthenticated'))],
    },
    'keys.scope.org-key-drives-commands': {
      says: 'An org-scoped key drives every command except admin-scoped reads.',
      cases: ['HTTP', 'socket'],
      broken: [mutant('refuses commands to keys of an organization', refuse('forbidden'))],
    },
    'keys.scope.blob-key-drives-commands': {
      says: 'A blob-scoped key drives every command except admin-scoped reads.',
      broken: [mutant('refuses commands to keys of a blob', refuse('forbidden'))],
    },
    'keys.scope.org-key-admin-scoped-reads-refused': {
      says: 'An org-scoped key does not drive admin-scoped reads.',
      broken: lets('keys of an organization read what needs admin'),
    },
    'keys.scope.blob-key-admin-scoped-reads-refused': {
      says: 'A blob-scoped key does not drive admin-scoped reads.',
      broken: lets('keys of a blob read what needs admin'),
    },
  }),
]
