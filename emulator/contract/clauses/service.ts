import type { ClauseRow } from '../clause-row.ts'

export const serviceClauses = [
  {
    id: 'service.json-bodies',
    section: 'What the service does',
    wire: 'rest',
    statement: 'Outside binary transfers, the body of a REST request is JSON.',
  },
  {
    id: 'service.json-answers',
    section: 'What the service does',
    wire: 'rest',
    statement: 'Outside binary transfers, the body of a REST response is JSON.',
  },
  {
    id: 'service.revision-belongs-to-blob',
    section: 'What the service does',
    wire: 'rest',
    statement: 'Every revision is a revision of one blob.',
  },
  {
    id: 'service.member-is-membership-on-target',
    section: 'What the service does',
    wire: 'rest',
    statement: 'A member record is the membership of one user on one target.',
  },
  {
    id: 'service.long-running-work-is-an-operation',
    section: 'What the service does',
    wire: 'rest',
    statement: 'Long-running work is an operation, a resource that can be looked up.',
  },
  {
    id: 'service.realtime-carries-workflow',
    section: 'What the service does',
    wire: 'realtime',
    statement: 'The WebSocket API carries the commands of the workflow engine: sessions, executions and definitions.',
  },
  {
    id: 'service.realtime-carries-scheduler',
    section: 'What the service does',
    wire: 'realtime',
    statement: 'The WebSocket API carries the commands of the scheduler engine: schedules and their executions.',
  },
] as const satisfies readonly ClauseRow[]
