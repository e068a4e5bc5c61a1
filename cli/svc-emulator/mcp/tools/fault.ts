import * as v from 'valibot'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean, nearestWithoutEngine } from '../../../../emulator/engine/checking/near-miss.ts'
import { fields } from '../../../../emulator/engine/checking/strict.ts'
import { delayProblems } from '../../../../emulator/engine/faults/delay.ts'
import { isCommandName } from '../../../../emulator/engine/matching/meant-unit.ts'
import { catalog } from '../../../../emulator/service/catalog.ts'
import { pageAfter } from '../answer.ts'
import { Refused, unchecked, type AgentWorld } from '../agent-world.ts'
import { common, findChoice, json, number, option, text, yes } from '../input.ts'
import { tool, type ChoiceValues, type ToolCall } from '../tool.ts'

const delayText = v.pipe(
  text,
  v.check(
    (given) => delayProblems(given).length === 0,
    'expected a duration such as 300ms, 50ms..2s or 80ms~2s, of at most 24h',
  ),
)

/** Faults and changes, which the control API checks. */
const actions = { ...v.unknown(), expects: 'a fault or a change such as `drop`, or a list of them' }

/** Fields of all short forms that select the requests of a fault. */
const at = { on: text, when: v.optional(json) }

const choices = {
  fail: option(
    fields({
      ...at,
      error: option(text, 'Default internal_error'),
      status: v.optional(number),
      body: v.optional(v.unknown()),
    }),
    'With an error of the API, or a status of a gateway',
  ),
  delay: option(fields({ ...at, by: v.union([delayText, number]) }), '`300ms`, `50ms..2s` or `80ms~2s`'),
  lose: option(fields(at), 'The work is done, the answer never comes'),
  drop: option(fields(at), 'Close the connection without an answer'),
  cut: option(fields({ ...at, bytes: v.optional(number) }), 'Cut the body, after half or so many bytes'),
  add: option(
    fields({
      when: json,
      do: actions,
      name: v.optional(text),
      optional: v.optional(v.boolean()),
    }),
    'Any trigger',
  ),
  change: option(
    fields({
      id: text,
      when: v.optional(json),
      do: v.optional(v.unknown()),
      name: v.optional(v.nullable(text)),
      optional: v.optional(v.nullable(v.boolean())),
      enabled: v.optional(v.nullable(v.boolean())),
    }),
    'Fields of a trigger; `enabled: false` switches it off',
  ),
  remove: option(text, 'Take one away, by id or name'),
  clear: option(yes, 'Take all away'),
}
const commandNames = catalog.map(({ id }) => id).filter(isCommandName)
const names = Object.keys(choices) as (keyof typeof choices)[]

/** Makes requests fail, and lists the triggers that do. */
export const fault = tool({
  name: 'fault',
  about:
    'Make requests fail, by triggers. `{}` lists them: how often each fired, or why not. `on`: `GET /users/me` as sent, `GET /users/:user_id` for all, a command, or `*`; `when`: more conditions, as `{"nth": 2}`. All fields: `clauses {schema: "trigger"}`.',
  input: { ...choices, after: option(text, 'Lists those after this id'), ...common },
  oneOf: names,
  examples: [
    { fail: { on: 'GET /users/me' } },
    { delay: { on: 'GET /users/me', by: '300ms' } },
    { lose: { on: 'GET /users/me' } },
    { drop: { on: 'GET /users/me' } },
    { cut: { on: 'GET /users/me' } },
    { add: { when: { endpoint: 'GET /users/me', nth: 2 }, do: { malformed: true } } },
    { change: { id: 'trigger-1' } },
    { remove: 'trigger-1' },
    { clear: true },
  ],
  async run(input, call) {
    const choice = findChoice(input, names)
    return choice === undefined ? list(call, input.after) : faults[choice.name](call, choice.value as never)
  },
})

type FaultChoices = ChoiceValues<typeof choices>
type Where = Pick<FaultChoices['lose'], 'on' | 'when'>

const faults: { [N in keyof FaultChoices]: (call: ToolCall, value: FaultChoices[N]) => Promise<object> } = {
  fail: (call, { error, status, body, ...where }) =>
    addFault(call, 'fail', where, { fail: failure(error, status, body) }),
  delay: (call, { by, ...where }) => addFault(call, 'delay', where, { delay: by }),
  lose: (call, where) => addFault(call, 'lose', where, { lose_response: true }),
  drop: (call, where) => addFault(call, 'drop', where, { drop: true }),
  cut: (call, { bytes, ...where }) =>
    addFault(call, 'cut', where, { truncate: bytes === undefined ? true : { bytes } }),
  add: ({ world }, trigger) => world.control('POST /triggers', { body: unchecked(trigger) }),
  change: async ({ world }, { id, ...changes }) =>
    world.control('PATCH /triggers/:id', {
      params: { id: await findTrigger(world, id) },
      body: unchecked(changes),
    }),
  remove: async ({ world }, id) =>
    world.control('DELETE /triggers/:id', { params: { id: await findTrigger(world, id) } }),
  clear: ({ world }) => world.control('DELETE /triggers'),
}

function failure(error: string | undefined, status: number | undefined, body: unknown): object {
  if (status === undefined && body === undefined) return { error: error ?? 'internal_error' }
  if (error !== undefined)
    throw new EmulatorError(
      'fault: fail: expected `error`, a refusal of the API, or `status` and `body`, an answer of a gateway; got both',
    )
  if (status === undefined) throw new EmulatorError('fault: fail.status: missing, expected a status beside `body`')
  return { status, ...(body !== undefined && { body }) }
}

/** Adds a trigger with one fault. Refusals name the fields of the short form. */
async function addFault({ world }: ToolCall, form: string, { on, when }: Where, done: object): Promise<object> {
  const place = /^[a-z_]+\.(?:[a-z_]+|\*)$/.test(on) ? 'command' : 'endpoint'
  try {
    return await world.control('POST /triggers', {
      body: unchecked({ when: { ...when, [place]: on }, do: done }),
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const command = / |\//.test(on) ? undefined : nearestWithoutEngine(on, commandNames)
    throw new EmulatorError(
      error.message
        .replace(`when.${place}:`, `${form}.on:`)
        .replace(/$/, command === undefined || place === 'command' ? '' : `, did you mean '${command}'?`)
        .replace(/(?<=: )(when|do)\./, (at) => (at === 'when.' ? `${form}.when.` : '')),
    )
  }
}

async function list({ world, limit }: ToolCall, after: string | undefined): Promise<object> {
  const { triggers } = await world.control('GET /triggers')
  return pageAfter('triggers', triggers, ({ id }) => id, { after, limit })
}

/** Id of the trigger with this id or name. */
async function findTrigger(world: AgentWorld, wanted: string): Promise<string> {
  const { triggers } = await world.control('GET /triggers')
  const found = triggers.find(({ id, name }) => id === wanted || name === wanted)
  if (found !== undefined) return found.id
  const known = triggers.flatMap(({ id, name }) => (name === undefined ? [id] : [id, name]))
  const listed =
    known.length === 0
      ? '; this world has none'
      : didYouMean(wanted, known) || `; there are ${known.slice(0, 20).join(', ')}`
  throw new EmulatorError(`trigger_not_found: there is no trigger '${wanted}'${listed}`)
}
