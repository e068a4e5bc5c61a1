import { everyTarget, mutant, otherRecord, wire } from '../mutation.ts'
import { section } from '../section.ts'

export const eventsSections = [
  section('Events', 'realtime', {
    'realtime.speaks-json-rpc-2': {
      says: 'The WebSocket API speaks JSON-RPC 2.0.',
      broken: [
        mutant('leaves `jsonrpc` out', wire({ edits: [{ op: 'omit', path: 'jsonrpc' }] })),
        mutant('answers notifications', wire({ notifications: true })),
        mutant('answers with the id of another call', wire({ edits: [{ op: 'set', path: 'id', to: -1 }] })),
        mutant('speaks JSON-RPC 1.0', wire({ edits: [{ op: 'set', path: 'jsonrpc', to: '1.0' }] })),
      ],
    },
    'realtime.answers-result-or-error': {
      says: 'Every answer of the WebSocket API has `result` or `error` and not the REST envelope.',
      cases: ['success', 'refusal'],
      broken: [
        mutant('answers the REST envelope on a socket', wire({ body: 'envelope' })),
        mutant('answers both', wire({ edits: [{ op: 'set', path: 'error', to: null }] })),
      ],
    },
    'events.list-session-events': {
      says: 'The workflow command `list_session_events` lists the events of a session.',
      broken: [
        mutant('answers events of other sessions', otherRecord('session_id')),
        mutant('answers the events of all sessions', everyTarget),
      ],
    },
    'events.list-execution-events': {
      says: 'The workflow command `list_execution_events` lists the events of an execution.',
      broken: [
        mutant('answers events of other executions', otherRecord('execution_id')),
        mutant('answers the events of all executions', everyTarget),
      ],
    },
  }),
]
