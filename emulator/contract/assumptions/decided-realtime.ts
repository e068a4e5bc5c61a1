import type { AssumptionTexts } from '../assumption-titles.ts'

/** Decisions of the project about commands, from A-300 on. */
export const realtimeAssumptions = {
  'A-300':
    'Text that is no JSON is -32700 with the id null. What is no Request object is -32600 with the id of the ' +
    'entry, if that is a legal one: `params` that are null, text or a number, an empty batch, a binary frame, ' +
    'a message above `request_body_bytes` (`data.error` is `request_too_large`, with `data.limit`), and a ' +
    'batch of more calls than `batch_calls` allows (with `data.limit`), of which none runs. Parameters that ' +
    'nest deeper than 512 levels are -32602, and an unknown method is -32601 with a near miss in ' +
    '`data.did_you_mean`, if there is one. Once the answers to a batch hold more than 4,194,304 characters, or ' +
    'its calls have made more than 5,000 writes, each further call of it is -32600 with `data.limit` ' +
    '(`batch_answer` or `batch_writes`) and does not run.',
  'A-301':
    'The alias of a definition, a session or a schedule may be left out, and is null then. A thread or a ' +
    'graph element that the session does not have, named by an id, is `invalid_request_body`, and so is a ' +
    'definition or a session of another organization than the record that is to name it. A thread named by a ' +
    'text under which no item was appended is an empty thread; its first item makes it.',
  'A-304':
    'Everything that falls due happens at its own time, however far the clock is advanced. An ' +
    'advance in which more falls due than the bound (A-97) is refused and changes nothing. World time ends at ' +
    '9999-12-31T23:59:59.999Z.',
  'A-312':
    'The server closes a connection with 1009 after a frame over 16 MiB, with 1002 after a broken one, and ' +
    'with 1007 after text that is no UTF-8.',
  'A-313':
    'Once 1 MiB of answers waits for a client, nothing more is read from it; beyond 16 MiB its connection is ' +
    'closed with 1013. A client that leaves a ping unanswered for 30 seconds is cut off.',
  'A-314': 'The id of a call may be a fraction. A number that JavaScript cannot hold exactly comes back rounded.',
  'A-315':
    'The credentials of a socket are looked up again whenever the world changed: a key that is deleted, a ' +
    'token that expires and a user who retires meanwhile are refused from then on. Credentials that ' +
    '`session.authenticate` refuses leave those before in force. An unknown method is told before anything is ' +
    'asked about credentials.',
  'A-316': 'A connection answers in the order of its calls, within a batch too.',
  'A-317': 'A command that has nothing to return answers the result `{}`, as does `session.authenticate`.',
  'A-318':
    'A request that asks for an upgrade to a protocol other than WebSocket is answered as if it had not ' + 'asked.',
  'A-319':
    'Creating and updating a definition checks the shape of its body and not its graph. The problems of ' +
    '`check_definition` are `{kind: empty | duplicate_node | dangling_edge | cycle, message, nodes}`. ' +
    'Deleting a definition deletes its schedules; sessions and executions stay, and their `definition_id` is ' +
    'null.',
  'A-320':
    'Fields: `id, org_id, definition_id, session_id, status, input, error, created_at, started_at, ' +
    'finished_at`. An execution is answered as `queued`, and the next request sees it `running`. Its events ' +
    'are `execution_queued`, `execution_started`, for each node `node_started` and then `node_finished` or ' +
    '`node_failed`, and last `execution_succeeded`, `execution_failed` or `execution_cancelled`.',
  'A-321':
    'The nodes of the definition, as it was at the start, run one at a time in the order of the edges; of ' +
    'several that could be next, the one that is written first. A node of kind `fail` fails with ' +
    '`config.error`, or `node_failed` without one. A definition that cannot run, or is gone at the start, ' +
    'fails the execution with `invalid_definition` or `definition_deleted`. Cancelling an execution that is ' +
    'over changes nothing and answers it.',
  'A-322':
    'A session keeps an event for each write to it and for the start and the end of its executions. ' +
    '`put_session_object` replaces the value of a key in its place.',
  'A-323':
    'An edge joins two nodes of its session and goes with them; an element keeps its kind. Edges are followed whichever way they point. ' +
    'The neighbours of a node are read edge by edge (`limit` bounds edges), each node shown once; those of an ' +
    'edge are its ends. A query without `depth` goes as deep as the cap allows; `kind` filters what is ' +
    'answered and not what is walked; the start is part of the answer.',
  'A-324':
    'The period of a schedule is counted in whole seconds, without drift, from when the schedule was made, ' +
    'enabled or given another period.',
} satisfies AssumptionTexts
