/** Steps that `replay` plays and checks. `start` ignores them. */
import * as v from 'valibot'
import { keyed } from '../checking/keyed.ts'
import { refusing, refusingMeant } from '../checking/refusing.ts'
import { fields } from '../checking/strict.ts'
import { meantUnit, refuseEndpoint, refuseNearEndpoint } from './meant-unit.ts'
import { apiClauseId, clientClauseId } from './schema-clause.ts'
import { changeSchema, described, duration, positive, record, text, timestamp } from './schema-common.ts'
import { callExpect, httpExpect, runExpect } from './schema-expect.ts'

const caller = described(
  v.union([
    v.literal('none'),
    described(text, 'The secret of an API key, or a `${variable}`.'),
    fields({ bearer: described(text, 'A bearer token.', 'svc-token-ada') }),
    fields({ api_key: described(text, 'The secret of an API key.', 'svc-key-ada-admin') }),
  ]),
  'Who asks. Steps that say nothing go on as the step before them; `none` sends no credentials.',
  'svc-key-ada-admin',
  { bearer: 'svc-token-ada' },
  'none',
)

export type Caller = v.InferInput<typeof caller>
export interface CallerSchema extends v.GenericSchema<Caller> {}
export const callerSchema: CallerSchema = caller

const common = {
  name: v.optional(described(text, 'What this step shows; reports print it.')),
  clauses: v.optional(described(v.array(apiClauseId), 'Clauses that this very step must exercise.')),
  timeout: v.optional(described(duration, 'Real time to wait for an answer; 5s by default (60s for `run`).', '500ms')),
} as const

const save = v.optional(
  described(
    v.record(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'expected a name of letters, digits and _')), text),
    'Variables by name, each a path into the outcome, for `${name}` in later steps.',
    { cursor: 'result.last_session_id', id: 'body.orgs[0].id' },
  ),
)

const within = v.optional(
  described(
    duration,
    'Asks again, four times a second, until what is expected has come, for at most so long. An emulator moves world time meanwhile.',
    '20s',
  ),
)

const repeat = v.optional(described(positive, 'Does the step so many times; each must meet what is expected.', 3))

export const httpStep = described(
  fields({
    ...common,
    http: described(
      refusing(
        v.pipe(v.string(), v.regex(/^[A-Z]+ \/\S*$/, 'expected `METHOD /path`, such as `GET /users/me`')),
        refuseNearEndpoint,
      ),
      'Method and path below the API URL; the path may hold a query and `${variable}`s.',
      'GET /users/me',
      'POST /revisions/${id}/reset',
    ),
    as: v.optional(callerSchema),
    headers: v.optional(
      described(v.record(v.string(), v.string()), 'Further request headers.', { 'content-type': 'text/plain' }),
    ),
    query: v.optional(
      described(
        v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
        'Query parameters, encoded for you.',
        { limit: 10 },
      ),
    ),
    body: v.optional(described(v.unknown(), 'Sent as JSON.')),
    text: v.optional(described(v.string(), 'Sent as it is, instead of `body`.', '{"half')),
    base64: v.optional(
      described(
        v.pipe(v.string(), v.regex(/^(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2}==|[\dA-Za-z+/]{3}=)?$/, 'expected base64')),
        'Bytes to send, instead of `body`.',
      ),
    ),
    repeat,
    within,
    expect: v.optional(described(httpExpect, 'What must come back; without it the answer must be a success.')),
    save,
  }),
  'Sends a REST request.',
)

export const callStep = described(
  fields({
    ...common,
    call: described(
      refusing(
        v.pipe(
          v.string(),
          v.regex(/^[a-z_]+\.[a-z_]+$/, 'expected `engine.command`, such as `workflow.list_sessions`'),
        ),
        refuseEndpoint,
      ),
      'Engine and command.',
      'workflow.list_sessions',
    ),
    params: v.optional(described(record, 'Parameters by name.', { org_id: 'acme' })),
    via: v.optional(described(v.picklist(['socket', 'http']), 'The transport; `socket` by default.')),
    as: v.optional(callerSchema),
    socket: v.optional(described(text, 'Name of the connection, for more than one per caller.', 'second')),
    notify: v.optional(
      described(v.literal(true), 'Sends a notification: a call without an id. An answer to it is an unexpected frame.'),
    ),
    wait: v.optional(
      described(
        v.literal(false),
        'Goes on without waiting for the answer. What is expected is checked when it has come, at the latest at the end.',
      ),
    ),
    repeat,
    within,
    expect: v.optional(described(callExpect, 'What must come back; without it the answer must be a success.')),
    save,
  }),
  'Calls a command, over the socket by default. Each caller has a connection of its own, opened when first needed.',
)

export const changeStep = described(
  fields({
    ...common,
    change: described(
      v.union([changeSchema, v.array(changeSchema)]),
      'Changes the world behind the API. Only an emulator can; other targets skip it by name.',
      { delete: { sessions: '${cursor}' } },
    ),
  }),
  'Changes the world.',
)

export const clockStep = described(
  fields({
    ...common,
    clock: described(
      v.union([fields({ advance: duration }), fields({ set: timestamp })]),
      'Moves world time forward. Only an emulator can; other targets skip it by name.',
      { advance: '1h' },
    ),
  }),
  'Moves world time.',
)

const fileContent = v.union([
  v.string(),
  fields({
    text: v.optional(v.string()),
    yaml: v.optional(described(v.unknown(), 'Written as YAML.')),
    mode: v.optional(
      described(
        v.pipe(v.string(), v.regex(/^0[0-7]{3}$/, 'expected an octal mode such as "0600"')),
        'Permission bits; 0600 by default.',
        '0644',
      ),
    ),
  }),
])

export const runStep = described(
  fields({
    ...common,
    run: described(
      v.union([text, v.pipe(v.array(v.string()), v.minLength(1))]),
      'A command line, or its words. `svc` and `svc-worker` stand for the client under test (`--client`). It runs in a HOME of the scenario, ' +
        'with `SVC_API_URL`, `SVC_REALTIME_URL` and, when `as` names a key, `SVC_API_KEY` set.',
      'svc whoami --json',
      ['svc', 'login', '--api-key-stdin', '--no-input'],
    ),
    as: v.optional(callerSchema),
    stdin: v.optional(described(v.string(), 'Written to its standard input, which then ends; empty by default.')),
    terminal: v.optional(
      described(
        v.array(
          fields({
            expect: described(v.string(), 'Text to wait for; an empty one waits for nothing.', 'API key:'),
            send: described(v.string(), 'What is typed then; `\\n` for the return key.', 'svc-key-ada-admin\n'),
          }),
        ),
        'Runs it on a terminal and answers its prompts, in order.',
      ),
    ),
    env: v.optional(
      described(v.record(v.string(), v.nullable(v.string())), 'Environment variables; null takes one away.', {
        SVC_PROFILE: 'work',
        SVC_API_KEY: null,
      }),
    ),
    files: v.optional(
      described(
        v.record(v.string(), v.nullable(fileContent)),
        'Files put into its HOME first, by path; null removes one.',
        { '.svc/credentials.yaml': { yaml: { default: null, profiles: {} } } },
      ),
    ),
    home: v.optional(
      described(text, 'Name of another HOME; steps of one scenario share one by default.', 'other-machine'),
    ),
    kill_after: v.optional(
      described(
        fields({
          line: v.optional(described(v.string(), 'When this text was printed.', 'ready')),
          delay: v.optional(duration),
          signal: v.optional(described(v.picklist(['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGHUP']), 'SIGTERM by default.')),
        }),
        'Stops a program that runs on.',
      ),
    ),
    repeat,
    expect: v.optional(described(runExpect, 'What the program must do; without it exit code 0.')),
    shows: v.optional(
      described(
        v.array(clientClauseId),
        'Clauses about the client that hold when it does what is expected: they count as exercised then.',
        ['client.exit-0-on-success'],
      ),
    ),
    save,
  }),
  'Runs a client and looks at its exit code, output and files.',
)

export type HttpStep = v.InferInput<typeof httpStep>
export type CallStep = v.InferInput<typeof callStep>
export type ChangeStep = v.InferInput<typeof changeStep>
export type ClockStep = v.InferInput<typeof clockStep>
export type RunStep = v.InferInput<typeof runStep>
export type Step = HttpStep | CallStep | ChangeStep | ClockStep | RunStep
export interface StepSchema extends v.GenericSchema<Step> {}

export const stepSchema: StepSchema = refusingMeant(
  keyed([httpStep, callStep, changeStep, clockStep, runStep], 'step'),
  'an object',
  (value) => meantUnit(value, 'http', 'call'),
)
