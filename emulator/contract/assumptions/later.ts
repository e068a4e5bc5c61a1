import type { AssumptionTexts } from '../assumption-titles.ts'

/** Decisions after the first release. They replace earlier ones where they differ. */
export const laterAssumptions = {
  'A-61':
    '(In place of the last sentence of A-9, and of A-51 for revisions.) Reset, read literally: "unreachable to ' +
    'the caller" = the user behind the request has no role on the blob or its org and neither is public: 404 ' +
    '`revision_not_found`, as for an unknown id. "Not visible to the key" = the user could reach it, but the ' +
    'scope of the key does not: 403. Visible without Write: 403. Every `/revisions/:id...` path does the same, so ' +
    'an id tells a stranger nothing: whatever makes the blob itself 404 for the user makes its revisions 404 (a ' +
    'private blob of a public organization, too).',
  'A-62':
    '(In place of A-13 and A-52 where they differ.) An acting token mints and revokes keys, and reaches members, ' +
    'as its account does, and for accounts that its human owns; never for the human: a token of one hour must not ' +
    'become the human. It never mints a key for the human (403 `forbidden`).',
  'A-63':
    '(In place of A-10 and A-53 where they differ.) `public` gives everyone read on the org itself, its public ' +
    'blobs, their committed revisions and metadata. Sessions, definitions, executions, schedules, and the lists ' +
    'of members (`/users/target/...`, too) need a role on the org, however it was given.',
  'A-64':
    '"Globally unique" is meant as it is written: users, organizations and blobs share one space of aliases; ' +
    "sessions, schedules and definitions each have one of their own over all organizations. `me` is nobody's " +
    'alias; an alias is 1 to 128 characters without spaces or control characters at its ends, and without `/`.',
  'A-65':
    '(In place of A-31 where it differs.) The budget is counted over the records as the listing answers them, so ' +
    'that every listing that is cut is cut near 1 MB on the wire (0.95 to 1.05 MiB at the default).',
  'A-66':
    '(In place of A-11 where it differs.) "Drive every command": a key that is scoped to a blob drives commands ' +
    'in the organization of the blob as one that is scoped to the organization does. Everything else that it ' +
    'reaches is its blob.',
  'A-67':
    '(In place of A-54 where it differs.) Reset of a revision that is not failed, pending ones too, is ' +
    '`revision_not_failed`.',
  'A-68':
    '(In place of A-40 where it differs.) `svc login` takes its URLs from its flags, the prompt and the ' +
    'documented defaults alone; `SVC_API_URL` and `SVC_REALTIME_URL` are read by every other command. `--profile` ' +
    'beats `SVC_API_KEY`: it is a flag. `--profile` beside `--api-key` names where the URLs come from and is ' +
    'shown; one that does not exist is `PROFILE_NOT_FOUND`.',
  'A-69':
    'Only the mode of the credential file itself refuses a load. A directory that others can write to is a ' +
    'warning on stderr. `svc logout --all --profile x` does what `--all` does.',
  'A-70':
    '(In place of A-58.) The same in `refuse`, `vary`, OpenAPI, OpenRPC and coverage: (1) a field that the ' +
    'specification does not name is assumed, in every record; (2) an operation whose method and path are shown is ' +
    'documented, but what its answer holds only where that is shown; (3) an operation that is only named, or has ' +
    'no name at all, is assumed; (4) commands count as documented by name; their parameters and fields only where ' +
    'shown. `refuse` answers 501 for (3) and leaves out (1) and the fields of (2); `vary` may leave out, add and ' +
    'reorder them, in single records and in whole listings. The field that holds the record or the records of an ' +
    'answer keeps its name in every mode (A-45), or nobody could find them; a body field that is not shown is 501 ' +
    'under `refuse`.',
  'A-71':
    '`settings.statuses` takes the codes whose status the specification does not state, and no others; anything ' +
    'else is an error with the near miss.',
  'A-72':
    '(In place of A-9 where it differs.) Refusals that the specification gives to a caller whatever it asks ("a ' +
    'service account\'s own key gets 403 for every target", "other callers get 403") come before the shape of the ' +
    'body and the existence of the target: also `limits` of an unknown user (403, self only) and ' +
    '`cannot_mint_while_acting`. A `target` outside its set comes before them. Sentences of the specification ' +
    'that join two cases ("by UUID or alias", "optional") are two clauses where one request shows only one.',
  'A-73':
    "`last_execution_id` of the scheduler's listing names a firing; `workflow.get_execution` and " +
    '`list_execution_events` take the id of a firing as well and mean its execution.',
  'A-74':
    '(In place of A-43 where it differs.) The worker pins each profile that it has started with: `worker.yaml` ' +
    'holds `{profile, user_id}` of the last start and all of them under `pins`. It never writes the credential ' +
    'file: of "either binary", what a rewrite does is seen of the client alone.',
  'A-75': '`SVC_PROFILE` selects the profile of every command that takes one, `svc logout` too.',
  'A-76':
    'The control API takes ids as the world answers them: under `vary` the varied ones, too. `about` is optional ' +
    'in scenario files of users; the shipped ones have it.',
  'A-77':
    '(Adds to A-70.) Error codes that the specification does not name are assumed, as are the fields of the ' +
    '`limit` object, the codes -32602 and -32603 and the length of `key_prefix`: marked in OpenAPI and ' +
    'OpenRPC (`x-assumed`), drawn anew by `vary` (another code of the same class, never one that the ' +
    'specification names), and under `refuse` a refusal that rests on such a code alone is 501. Status 401 ' +
    'stays in all modes. `limit` of the opaque-cursor commands is documented; its default and its maximum are ' +
    'assumed.',
  'A-78':
    '(Adds to A-70 and A-4.) Under `refuse`, `session.authenticate` is 501 and credentials in the query of ' +
    'the address of a socket refuse the upgrade, with the reason in words. A parameter that only an ' +
    'assumption gives is refused before its value is looked at, and before what depends on it ' +
    '(`scheduler.list_executions` without parameters is 501).',
  'A-79': 'Every number that only an assumption gives can be set: `settings.limits.batch_calls` (default 200) too.',
  'A-80':
    '(In place of A-54 where it differs.) Every write whose target is a blob that is being created or ' +
    'deleted, or stands under it (revisions, metadata, files, members, keys, credentials), is ' +
    '`blob_not_ready`.',
  'A-81':
    'Every state that was reached by answers of success can be exported, imported and started again: the ' +
    'rules of a name hold wherever a record comes from. The name of a thread is free text of 1 to 128 ' +
    'characters, to which the rules of an alias do not apply.',
  'A-82':
    'Assumptions A-1 to A-99 came with the specification; A-100 and up were decided in the project, about ' +
    'what clients of the API and users of `svc` meet. How the project is built is no assumption and has no ' +
    'such id.',
  'A-86':
    'A number that cannot be kept as it was sent is `invalid_request_body`, with its place: an integer whose ' +
    'digits a double does not hold, and anything beyond the largest double, in bodies, calls and headers. ' +
    'Nothing is converted.',
  'A-87': "`.` and `..` are nobody's alias: no URL can name them.",
  'A-88':
    'A request whose `Content-Encoding` is not `identity` is 415 `unsupported_media_type`, with ' +
    '`Accept-Encoding: identity`, for bodies and uploads.',
  'A-89':
    '`X-Request-Body` is JSON in UTF-8, raw or escaped; bytes that are not UTF-8 are `invalid_request_body`. It holds ' +
    'at most 8,192 bytes as the download sends them (escaped), so that ordinary clients can read the answer; ' +
    'more are `request_too_large`.',
  'A-90':
    'HEAD is GET without its body. OPTIONS is 204 with `Allow` and no envelope. Where pages of other origins may ' +
    'read answers, every preflight is 204, also that of a path that does not exist, so that a page reads the refusal.',
  'A-97':
    'At most 250,000 pieces of due work are done in one advance of time; more are refused. ' +
    '`settings.limits.due_work` sets another number.',
} satisfies AssumptionTexts
