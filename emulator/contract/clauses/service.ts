import { copy, mutant, noOp, omit, refuse, set, wire } from '../mutation.ts'
import { section } from '../section.ts'

export const serviceSections = [
  section('What the service does', 'rest', {
    'service.json-bodies': {
      says: 'Outside binary transfers, the body of a REST request is JSON.',
      broken: [mutant('takes no JSON body', refuse('unsupported_media_type'))],
    },
    'service.json-answers': {
      says: 'Outside binary transfers, the body of a REST response is JSON.',
      broken: [
        mutant('answers no body', wire({ body: 'none' })),
        mutant('answers `text/plain`', wire({ contentType: 'text/plain' })),
      ],
    },
    'service.revision-belongs-to-blob': {
      says: 'Every revision is a revision of one blob.',
      broken: [
        mutant('answers revisions that name no blob', omit('revision.blob_id | revisions.*.blob_id')),
        mutant('names the revision as its blob', copy('revision.blob_id | revisions.*.blob_id', 'id')),
      ],
    },
    'service.member-is-membership-on-target': {
      says: 'A member record is the membership of one user on one target.',
      broken: [
        mutant('answers members without the user they stand for', omit('member.user_id | members.*.user_id')),
        mutant('names the target as the user', copy('member.user_id | members.*.user_id', 'target_id')),
        mutant('answers members without their target', omit('member.target_id | members.*.target_id')),
      ],
    },
    'service.long-running-work-is-an-operation': {
      says: 'Long-running work is an operation, a resource that can be looked up.',
      broken: [
        mutant('knows no operation', refuse('operation_not_found')),
        mutant('answers an operation that cannot be told', omit('operation.id')),
        mutant('never ends an operation', set('operation.status', 'running')),
      ],
    },
  }),
  section('What the service does', 'realtime', {
    'service.realtime-carries-workflow': {
      says: 'The WebSocket API carries the commands of the workflow engine: sessions, executions and definitions.',
      broken: [
        mutant('does not know workflow commands on a socket', refuse('endpoint_not_found')),
        mutant('does nothing of what a workflow command says', noOp),
      ],
    },
    'service.realtime-carries-scheduler': {
      says: 'The WebSocket API carries the commands of the scheduler engine: schedules and their executions.',
      broken: [
        mutant('does not know scheduler commands on a socket', refuse('endpoint_not_found')),
        mutant('does nothing of what a scheduler command says', noOp),
      ],
    },
  }),
]
