import * as v from 'valibot'
import { dictionary } from '../engine/checking/dictionary.ts'
import { fields } from '../engine/checking/strict.ts'
import { clientClauseId } from '../engine/matching/schema-clause.ts'
import { described, duration, text } from '../engine/matching/schema-common.ts'
import { runExpect } from '../engine/matching/schema-expect.ts'
import { callerSchema, common, repeat, save } from './schema-step-parts.ts'

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

const command = v.union([text, v.pipe(v.array(v.string()), v.minLength(1))])

const environment = described(
  dictionary(v.string(), v.nullable(v.string())),
  'Environment variables; null takes one away.',
  { SVC_PROFILE: 'work', SVC_API_KEY: null },
)

const homeName = described(text, 'Name of another HOME; steps of one scenario share one by default.', 'other-machine')

/** Most programs beside the first: more have too many orders of their calls. */
const MOST_BESIDE = 3

export const runStep = described(
  fields({
    ...common,
    run: described(
      command,
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
    env: v.optional(environment),
    files: v.optional(
      described(
        dictionary(v.string(), v.nullable(fileContent)),
        'Files put into its HOME first, by path; null removes one.',
        { '.svc/credentials.yaml': { yaml: { default: null, profiles: {} } } },
      ),
    ),
    home: v.optional(homeName),
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
    beside: v.optional(
      described(
        v.pipe(
          v.array(fields({ run: command, env: v.optional(environment), home: v.optional(homeName) })),
          v.minLength(1),
          v.maxLength(MOST_BESIDE, `expected at most ${MOST_BESIDE} programs`),
        ),
        'Programs that run at the same time in the same world, each in a HOME of its own, unless `home` names that of another. World time stands still meanwhile: it moves to what is due once all only repeat themselves.',
        [{ run: 'node worker.mjs' }],
      ),
    ),
    order: v.optional(
      described(
        v.pipe(v.string(), v.regex(/^[1-9](?:-[1-9])*$/, 'expected numbers of programs such as 1-2-2-1')),
        'With `beside`: whose call is let go next. 1 is `run`, 2 the first one beside it. A program that does not ask is passed over.',
        '1-2-2-1',
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

export type RunStep = v.InferInput<typeof runStep>
