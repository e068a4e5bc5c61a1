import type { ClauseRow } from '../clause-row.ts'

export const eventsClauses = [
  {
    id: 'realtime.speaks-json-rpc-2',
    section: 'Events',
    wire: 'realtime',
    statement: 'The WebSocket API speaks JSON-RPC 2.0.',
  },
  {
    id: 'realtime.answers-result-or-error',
    section: 'Events',
    wire: 'realtime',
    statement: 'Every answer of the WebSocket API has `result` or `error` and not the REST envelope.',
  },
  {
    id: 'events.list-session-events',
    section: 'Events',
    wire: 'realtime',
    statement: 'The workflow command `list_session_events` lists the events of a session.',
  },
  {
    id: 'events.list-execution-events',
    section: 'Events',
    wire: 'realtime',
    statement: 'The workflow command `list_execution_events` lists the events of an execution.',
  },
] as const satisfies readonly ClauseRow[]
