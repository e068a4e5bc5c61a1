import { admit, admitValue, findNothing, mutant, otherCaller, otherCode, otherRecord, refuse } from '../mutation.ts'
import { section } from '../section.ts'

const takesUuid = (noun: string) => [
  mutant(`takes an alias of UUID shape for a ${noun}`, admitValue('alias')),
  otherCode('alias_taken'),
]

export const identifiersSections = [
  section('Resources and their fields / Identifiers', 'rest', {
    'identifiers.path.accepts-uuid': {
      says: 'A path parameter that names a resource accepts its system-generated UUID.',
      cases: ['user by id', 'org by id', 'blob by id'],
      broken: [
        mutant('does not find a resource by its UUID', findNothing),
        mutant('answers another record for a UUID', otherRecord('*')),
      ],
    },
    'identifiers.path.accepts-alias': {
      says: 'A path parameter that names a resource accepts its user-chosen alias.',
      cases: ['user by alias', 'org by alias', 'blob by alias'],
      broken: [
        mutant('does not find a resource by its alias', findNothing),
        mutant('answers another record for an alias', otherRecord('*')),
      ],
    },
    'identifiers.alias.globally-unique': {
      says: 'An alias is globally unique, so that one which another resource holds cannot be set.',
      cases: ['POST /users', 'POST /orgs', 'POST /blobs/:org_id'],
      broken: [mutant('gives an alias a second time', admitValue('alias'))],
    },
    'identifiers.uuid.canonical-lowercase': {
      says: 'A value that matches the canonical lowercase UUID pattern is treated as a UUID.',
      broken: [mutant('takes a UUID for an alias', findNothing)],
    },
    'identifiers.uuid.other-strings-are-aliases': {
      says: 'A string that misses the canonical lowercase UUID pattern is treated as an alias.',
      cases: ['user in upper case', 'org in upper case', 'blob in upper case'],
      broken: [
        mutant('refuses what has no UUID shape', refuse('invalid_request_body')),
        mutant('takes an uppercase UUID for a UUID', admit({ org_id: 'acme', user_id: 'ada' })),
      ],
    },
    'identifiers.alias.user-uuid-shape-refused': {
      says: 'Creating a user with an alias of UUID shape fails with `invalid_request_body`.',
      broken: takesUuid('user'),
    },
    'identifiers.alias.org-uuid-shape-refused': {
      says: 'Creating an organization with an alias of UUID shape fails with `invalid_request_body`.',
      broken: takesUuid('organization'),
    },
    'identifiers.alias.blob-uuid-shape-refused': {
      says: 'Creating a blob with an alias of UUID shape fails with `invalid_request_body`.',
      broken: takesUuid('blob'),
    },
    'identifiers.alias.user-rename-uuid-shape-refused': {
      says: 'Renaming a user to an alias of UUID shape fails with `invalid_request_body`.',
      broken: takesUuid('user'),
    },
    'identifiers.alias.org-rename-uuid-shape-refused': {
      says: 'Renaming an organization to an alias of UUID shape fails with `invalid_request_body`.',
      broken: takesUuid('organization'),
    },
    'identifiers.alias.blob-rename-uuid-shape-refused': {
      says: 'Renaming a blob to an alias of UUID shape fails with `invalid_request_body`.',
      broken: takesUuid('blob'),
    },
    'identifiers.alias.not-checked-on-reads': {
      says: 'The shape of an alias is never checked on reads, so a record whose stored alias has the shape of a UUID is read like any other.',
      broken: [mutant('refuses to read by an alias for its shape', refuse('invalid_request_body'))],
    },
  }),
  section('Resources and their fields / Identifiers', 'realtime', {
    'identifiers.session.by-id': {
      says: 'A workflow session is named by its id.',
      broken: [
        mutant('does not find the session', refuse('session_not_found')),
        mutant('means another session', otherRecord('session_id')),
      ],
    },
    'identifiers.session.by-alias': {
      says: 'A workflow session is named by its alias.',
      broken: [
        mutant('does not find the session', refuse('session_not_found')),
        mutant('means another session', otherRecord('session_id')),
      ],
    },
    'identifiers.schedule.by-id': {
      says: 'A scheduler schedule is named by its id.',
      broken: [
        mutant('does not find the schedule', refuse('schedule_not_found')),
        mutant('means another schedule', otherRecord('schedule_id')),
      ],
    },
    'identifiers.schedule.by-alias': {
      says: 'A scheduler schedule is named by its alias.',
      broken: [
        mutant('does not find the schedule', refuse('schedule_not_found')),
        mutant('means another schedule', otherRecord('schedule_id')),
      ],
    },
    'identifiers.definition.by-id': {
      says: 'A workflow definition is named by its id.',
      broken: [
        mutant('does not find the definition', refuse('definition_not_found')),
        mutant('means another definition', otherRecord('definition_id')),
      ],
    },
    'identifiers.definition.by-alias': {
      says: 'A workflow definition is named by its alias.',
      broken: [
        mutant('does not find the definition', refuse('definition_not_found')),
        mutant('means another definition', otherRecord('definition_id')),
      ],
    },
    'identifiers.session.uuid-shape-refused': {
      says: 'Setting an alias of UUID shape on a workflow session fails with `invalid_request_body`.',
      broken: takesUuid('session'),
    },
    'identifiers.schedule.uuid-shape-refused': {
      says: 'Setting an alias of UUID shape on a schedule fails with `invalid_request_body`.',
      broken: takesUuid('schedule'),
    },
    'identifiers.definition.uuid-shape-refused': {
      says: 'Setting an alias of UUID shape on a workflow definition fails with `invalid_request_body`.',
      broken: takesUuid('definition'),
    },
  }),
  section('Resources and their fields / Identifiers', 'rest', {
    'identifiers.me.resolves-to-caller': {
      says: 'On user endpoints the id `me` stands for the authenticated user.',
      cases: ['GET /users/:user_id', 'GET /users/:user_id/orgs', 'GET /users/:user_id/limits', 'PATCH /users/:user_id'],
      broken: [
        mutant('takes `me` for another user', otherRecord('*')),
        mutant('does not know `me`', refuse('user_not_found')),
      ],
    },
    'identifiers.me.before-authorization': {
      says: 'The id `me` is resolved before any authorization check, so that a self-only endpoint admits it.',
      cases: ['GET /users/:user_id/limits', 'PATCH /users/:user_id'],
      broken: [mutant('resolves `me` after the check of access', refuse('forbidden'))],
    },
    'identifiers.me.bearer-token': {
      says: 'An endpoint that takes `me` works with a bearer token.',
      cases: ['GET /users/:user_id', 'GET /users/:user_id/orgs', 'GET /users/:user_id/limits'],
      broken: [
        mutant('takes no bearer token for `me`', refuse('unauthenticated')),
        mutant('takes `me` of a bearer token for another user', otherCaller),
      ],
    },
    'identifiers.me.api-key': {
      says: 'An endpoint that takes `me` works with an API key.',
      cases: ['GET /users/:user_id', 'GET /users/:user_id/orgs', 'GET /users/:user_id/limits'],
      broken: [
        mutant('takes no API key for `me`', refuse('unauthenticated')),
        mutant('takes `me` of an API key for another user', otherCaller),
      ],
    },
  }),
]
