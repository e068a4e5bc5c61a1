import { alternative, assume } from '../assume.ts'
import { withSettings, list, omit, refuse, refuseInstead, rule, withoutFields } from '../mutation.ts'

/** Records of the workflow and scheduler engines, and what their commands do. */
export const workflowAssumptions = {
  'A-26': assume('Definitions', {
    says: 'Definitions are made, read, changed, deleted and listed by commands that name them (`create_definition`, `list_definitions` and so on) and checked by `check_definition`. A definition has `org_id`, `alias`, `category`, a `body` with `nodes` (each with `id`, `kind` and maybe `config`) and `edges` (each `from` a node `to` another), and `created_at`; commands name it by `definition_id` and an organization by `org_id`. The verdict on an invalid body has the code `invalid_definition`.',
    otherwise: [
      alternative('A definition shows its id and alias alone.', 'Which fields has a definition?', withoutFields),
    ],
  }),
  'A-356': assume('Sessions', {
    says: 'Sessions are made, read, changed, deleted and listed by commands that name them. A session has `org_id`, `alias`, `definition_id` and `created_at`; commands name it by `session_id` and an organization by `org_id`.',
    otherwise: [alternative('A session shows its id and alias alone.', 'Which fields has a session?', withoutFields)],
  }),
  'A-47': assume('Contents of a session', {
    says: 'A session, named by `session_id`, holds objects (each a `key` and a `value`), threads of items (each with `role` and `content`; a thread is named by `thread_id`, which is an id or a text such as `main`), and graph elements (each of a `kind`, `node` or `edge`, with a `label`; an edge goes `from` one `to` another; `element_id` names one). All have an `id` and `created_at`. An event has an `id`, a `kind`, the time `at` and `data`. A graph query takes `start`, `depth` and `kind`. The listings are `objects`, `items`, `elements`, `neighbors` and `events`.',
    otherwise: [
      alternative(
        'Objects, items, elements and events show no `created_at` and no `at`.',
        'Do an object, an item, an element and an event show when they were made?',
        omit(
          'object.created_at | objects.*.created_at | item.created_at | items.*.created_at | element.created_at | elements.*.created_at | neighbors.*.created_at | events.*.at',
        ),
      ),
    ],
  }),
  'A-320': assume('Executions', {
    says: 'An execution is started with `start_execution`, which takes `definition_id`, `session_id` and `input`, and named by `execution_id`. It has `org_id`, `definition_id`, `session_id`, `status` (`queued`, `running`, `succeeded`, `failed` or `cancelled`), `input`, `error`, `created_at`, `started_at` and `finished_at`. It is answered as `queued`, and the next request sees it `running`. Its events are `execution_queued`, `execution_started`, for each node `node_started` and then `node_finished` or `node_failed`, and last `execution_succeeded`, `execution_failed` or `execution_cancelled`; the `data` of the events of a node name it, those of a failure hold its `error`.',
    otherwise: [
      alternative(
        'An execution shows neither `started_at` nor `finished_at`.',
        'Does an execution show when it started and ended?',
        omit('execution.started_at | execution.finished_at | executions.*.started_at | executions.*.finished_at'),
      ),
    ],
  }),
  'A-28': assume('How long an execution runs', {
    says: 'An execution runs through its nodes, half a second for each.',
    otherwise: [
      alternative(
        'A node takes 5 seconds.',
        'How long does an execution run?',
        withSettings({ node_ms: 5_000 }, 'later'),
      ),
    ],
  }),
  'A-321': assume('How an execution runs', {
    says: 'The nodes of the definition, as it was at the start, run one at a time in the order of the edges; of several that could be next, the one that is written first. A definition that cannot run, or is gone at the start, fails the execution with `invalid_definition` or `definition_deleted`; a node that fails fails it with the `error` of its events.',
    otherwise: [
      alternative(
        'Neither an execution nor its events show an `error`.',
        'Does a failed execution say why it failed?',
        omit('execution.error | executions.*.error | events.*.data.error'),
      ),
    ],
  }),
  'A-357': assume('Cancelling what is over', {
    says: 'Cancelling an execution that is over changes nothing and answers it.',
    otherwise: [
      alternative(
        'It is refused with 409 `operation_in_progress`.',
        'Is cancelling an execution that is over refused?',
        refuse('operation_in_progress', 'The execution is over: it cannot be cancelled.'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-27': assume('Schedules', {
    says: 'Schedules are made, read, changed, deleted and listed by commands that name them. A schedule has `org_id`, `alias`, `definition_id`, `every_seconds`, `enabled` and `created_at`; commands name it by `schedule_id` and an organization by `org_id`. One that is enabled starts an execution each time its period is over.',
    otherwise: [alternative('A schedule shows its id and alias alone.', 'Which fields has a schedule?', withoutFields)],
  }),
  'A-324': assume('Periods of a schedule', {
    says: 'The period of a schedule is counted in whole seconds, without drift, from when the schedule was made, enabled or given another period.',
    otherwise: [
      alternative(
        'The periods of a schedule that is made, enabled or given another period begin with the clock: one of 60 seconds fires at each full minute.',
        'From when are the periods of a schedule counted?',
        withSettings({ schedule_periods: 'clock' }, 'later'),
      ),
    ],
  }),
  'A-49': assume('The two execution listings', {
    says: '`list_executions` of the workflow engine lists every execution, scheduled ones too; that of the scheduler lists firings, of an organization or of a schedule. A firing has `schedule_id`, `execution_id`, `due_at` and `created_at`.',
    otherwise: [
      alternative(
        'A firing shows its id alone.',
        'Which fields has what the scheduler lists as executions?',
        withoutFields,
      ),
    ],
  }),
  'A-73': assume('Ids of firings name executions', {
    says: "`last_execution_id` of the scheduler's listing names a firing; `workflow.get_execution` and `list_execution_events` take the id of a firing as well and mean its execution.",
    otherwise: [
      alternative(
        'The id of a firing names no execution: 404 `execution_not_found`.',
        'Do the commands about executions take the id of a firing?',
        refuse('execution_not_found', 'There is no execution with this id: it is that of a firing.'),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-301': assume('Records that may have no alias', {
    says: 'The alias of a definition, a session or a schedule may be left out, and is null then.',
    otherwise: [
      alternative(
        'It is needed: without one the request is refused with `invalid_request_body`.',
        'May the alias of a session, a definition or a schedule be left out?',
        refuse('invalid_request_body', 'alias: missing, expected string'),
        { answer: 'admitted', input: { alias: undefined } },
      ),
    ],
  }),
  'A-358': assume('What a session does not have', {
    says: 'A thread or a graph element that the session does not have, named by an id, is `invalid_request_body`. A thread named by a text under which no item was appended is an empty thread; its first item makes it. The name of a thread is free text of 1 to 128 characters.',
    otherwise: [
      alternative(
        'It is 404 `session_not_found`.',
        'How is a thread or an element refused that the session does not have?',
        refuseInstead(['invalid_request_body'], 'session_not_found'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-377': assume('Records of two organizations', {
    says: 'A definition or a session of another organization than the record that is to name it is `invalid_request_body`.',
    otherwise: [
      alternative(
        'It is 403 `forbidden`.',
        'How is a definition of another organization refused?',
        refuseInstead(['invalid_request_body'], 'forbidden'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-319': assume('Problems of a definition', {
    says: 'The `problems` of `check_definition` have a `kind` (`empty`, `duplicate_node`, `dangling_edge` or `cycle`), a `message` and `nodes`.',
    otherwise: [
      alternative(
        'The verdict has no `problems`.',
        'What does the verdict on a definition say beside `status`?',
        omit('problems'),
      ),
    ],
  }),
  'A-414': assume('Definitions that cannot run', {
    says: 'Creating and updating a definition checks the shape of its body, and not whether it can run.',
    otherwise: [
      alternative(
        'A definition that `check_definition` would not pass is refused with `invalid_request_body`.',
        'Is a definition stored that cannot run?',
        refuse('invalid_request_body', 'The definition cannot run.'),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-359': assume('What outlives a definition', {
    says: 'Deleting a definition deletes its schedules; sessions and executions stay, and their `definition_id` is null.',
    otherwise: [
      alternative(
        'A definition that a schedule, a session or an execution names cannot be deleted: 409 `operation_in_progress`.',
        'Can a definition be deleted while schedules, sessions or executions name it?',
        refuse('operation_in_progress', 'A schedule, a session or an execution names the definition.'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-322': assume('Events of a session', {
    says: 'A session keeps an event for each write to it and for the start and the end of its executions, oldest first: `session_created`, `session_updated`, `object_put`, `thread_item_appended`, `graph_element_put`, `file_uploaded`, and those of its executions. Their `data` hold the ids of what was written.',
    otherwise: [
      alternative(
        'A page of the events of a session shows the newest of its events first.',
        'In which order are the events of a session listed?',
        list('reverse'),
      ),
    ],
  }),
  'A-360': assume('Putting an object again', {
    says: '`put_session_object` replaces the value of a key in its place, and keeps its id.',
    otherwise: [
      alternative(
        'A key can be put once: then it is refused with 409 `alias_taken`.',
        'Is the value of a key replaced when it is put again?',
        refuse('alias_taken', 'The session has an object with this key already.'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-323': assume('Edges, neighbours and graph queries', {
    says: 'An edge joins two nodes of its session and goes with them; an element keeps its kind. The neighbours of a node are read edge by edge (`limit` bounds edges), each node shown once; those of an edge are its ends. A query without `depth` goes to the ends of the graph; `kind` filters what is answered and not what is walked; the start is part of the answer.',
    otherwise: [
      alternative(
        'The start is no part of the answer.',
        'Is the start of a graph query part of its answer?',
        rule('graph-query-without-start'),
      ),
    ],
  }),
  'A-418': assume('Direction of edges', {
    says: 'Edges are followed whichever way they point, for neighbours and graph queries.',
    otherwise: [
      alternative(
        'They are followed from `from` to `to` alone.',
        'Does a graph query follow an edge against its direction?',
        rule('edges-one-way'),
      ),
    ],
  }),
}
