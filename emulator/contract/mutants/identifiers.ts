import { admitValue, mutant, otherCaller, otherRecord, refuse } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

const takesUuid = (noun: string) => [mutant(`takes an alias of UUID shape for a ${noun}`, admitValue('alias'))]
const aliasAlone = 'does not find a resource by its UUID'

export const identifiersMutants = {
  'identifiers.path.accepts-uuid': [
    mutant(aliasAlone, refuse('user_not_found')),
    mutant('answers another record for a UUID', otherRecord('*')),
  ],
  'identifiers.path.accepts-alias': [
    mutant('does not find a resource by its alias', refuse('user_not_found')),
    mutant('answers another record for an alias', otherRecord('*')),
  ],
  'identifiers.alias.globally-unique': [mutant('gives an alias a second time', admitValue('alias'))],
  'identifiers.uuid.canonical-lowercase': [mutant('takes a UUID for an alias', refuse('user_not_found'))],
  'identifiers.uuid.other-strings-are-aliases': [
    mutant('refuses what has no UUID shape', refuse('invalid_request_body')),
  ],
  'identifiers.alias.user-uuid-shape-refused': takesUuid('user'),
  'identifiers.alias.org-uuid-shape-refused': takesUuid('organization'),
  'identifiers.alias.blob-uuid-shape-refused': takesUuid('blob'),
  'identifiers.alias.user-rename-uuid-shape-refused': takesUuid('user'),
  'identifiers.alias.org-rename-uuid-shape-refused': takesUuid('organization'),
  'identifiers.alias.blob-rename-uuid-shape-refused': takesUuid('blob'),
  'identifiers.alias.not-checked-on-reads': [
    mutant('refuses to read by an alias for its shape', refuse('invalid_request_body')),
  ],
  'identifiers.session.by-id': [
    mutant('does not find the session', refuse('session_not_found')),
    mutant('means another session', otherRecord('session_id')),
  ],
  'identifiers.session.by-alias': [
    mutant('does not find the session', refuse('session_not_found')),
    mutant('means another session', otherRecord('session_id')),
  ],
  'identifiers.schedule.by-id': [
    mutant('does not find the schedule', refuse('schedule_not_found')),
    mutant('means another schedule', otherRecord('schedule_id')),
  ],
  'identifiers.schedule.by-alias': [
    mutant('does not find the schedule', refuse('schedule_not_found')),
    mutant('means another schedule', otherRecord('schedule_id')),
  ],
  'identifiers.definition.by-id': [
    mutant('does not find the definition', refuse('definition_not_found')),
    mutant('means another definition', otherRecord('definition_id')),
  ],
  'identifiers.definition.by-alias': [
    mutant('does not find the definition', refuse('definition_not_found')),
    mutant('means another definition', otherRecord('definition_id')),
  ],
  'identifiers.session.uuid-shape-refused': takesUuid('session'),
  'identifiers.schedule.uuid-shape-refused': takesUuid('schedule'),
  'identifiers.definition.uuid-shape-refused': takesUuid('definition'),
  'identifiers.me.resolves-to-caller': [mutant('takes `me` for another user', otherRecord('*'))],
  'identifiers.me.before-authorization': [mutant('resolves `me` after the check of access', refuse('forbidden'))],
  'identifiers.me.bearer-token': [
    mutant('takes no bearer token for `me`', refuse('unauthenticated')),
    mutant('takes `me` of a bearer token for another user', otherCaller),
  ],
  'identifiers.me.api-key': [
    mutant('takes no API key for `me`', refuse('unauthenticated')),
    mutant('takes `me` of an API key for another user', otherCaller),
  ],
} satisfies Record<string, MutantRow>
