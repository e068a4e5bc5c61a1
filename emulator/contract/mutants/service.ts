import { mutant, omit, otherRecord, refuse, wire } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

export const serviceMutants = {
  'service.json-bodies': [mutant('takes no JSON body', refuse('unsupported_media_type'))],
  'service.json-answers': [mutant('answers text that is no JSON object', wire({ body: 'empty' }))],
  'service.revision-belongs-to-blob': [
    mutant('answers revisions that name no blob', omit('revision.blob_id | revisions.*.blob_id')),
  ],
  'service.member-is-membership-on-target': [
    mutant('answers members without the user they stand for', omit('member.user_id | members.*.user_id')),
  ],
  'service.long-running-work-is-an-operation': [
    mutant('knows no operation', refuse('operation_not_found')),
    mutant('answers an operation that cannot be told', omit('operation.id')),
  ],
  'service.realtime-carries-workflow': [
    mutant('does not know workflow commands on a socket', refuse('endpoint_not_found')),
  ],
  'service.realtime-carries-scheduler': [
    mutant('does not know scheduler commands on a socket', refuse('endpoint_not_found')),
  ],
  'events.list-session-events': [mutant('answers events of other sessions', otherRecord('session_id'))],
  'events.list-execution-events': [mutant('answers events of other executions', otherRecord('execution_id'))],
  'versioning.v1-prefix': [mutant('serves nothing below /v1', refuse('endpoint_not_found'))],
  'realtime.speaks-json-rpc-2': [
    mutant('leaves `jsonrpc` out', wire({ edits: [{ op: 'omit', path: 'jsonrpc' }] })),
    mutant('answers notifications', wire({ notifications: true })),
    mutant('answers with the id of another call', wire({ edits: [{ op: 'set', path: 'id', to: -1 }] })),
  ],
  'realtime.answers-result-or-error': [mutant('answers the REST envelope on a socket', wire({ body: 'envelope' }))],
} satisfies Record<string, MutantRow>
