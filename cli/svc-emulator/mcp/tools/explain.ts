import { resolve } from 'node:path'
import * as v from 'valibot'
import { fields } from '../../../../emulator/engine/checking/strict.ts'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { unusualDeliveries } from '../../../../emulator/engine/journal/entry.ts'
import { writeWhole } from '../../../shared/write-file.ts'
import { fitItems, fitText } from '../answer.ts'
import type { ControlInput } from '../../../../emulator/host/control-api/control-api.ts'
import { Refused, unchecked, type AgentWorld } from '../agent-world.ts'
import { changeMakers } from '../../../../emulator/engine/journal/entry.ts'
import { readContract, type ServedContract } from '../contract.ts'
import { lineText, readEntries } from '../entries.ts'
import { common, findChoice, json, number, option, text } from '../input.ts'
import { tool, type ToolCall } from '../tool.ts'

const choices = {
  entry: option(number, 'An entry: what decided its answer, in sentences, what it changed'),
  entries: option(
    fields({
      endpoint: v.optional(text),
      command: v.optional(text),
      via: v.optional(v.picklist(['http', 'socket', 'time', ...changeMakers])),
      method: v.optional(text),
      path: v.optional(text),
      caller: v.optional(text),
      status: v.optional(number),
      error: v.optional(text),
      delivery: v.optional(v.picklist(unusualDeliveries)),
      clause: v.optional(text),
      assumption: v.optional(text),
      trigger: v.optional(text),
      text: option(text, 'Words in it'),
      after: option(number, 'Those after it, oldest first'),
    }),
    'Those for which all holds',
  ),
  match: option(
    json,
    'Did it come `times` (default at least once)? With the nearest requests and what differs. Fields: `clauses {schema: "match"}`',
  ),
  diff: option(
    fields({ a: json, b: v.optional(json) }),
    'Records that differ from `a` to `b` (default now): `{snapshot}`, `{world}`, `{entry, when}`, `{state}`',
  ),
  export: option(
    fields({
      as: v.picklist(['scenario', 'har', 'bundle', 'state']),
      name: v.optional(text),
      problem: v.optional(text),
      yaml: v.optional(v.boolean()),
      file: option(text, 'File to write'),
      from: option(number, 'Character to begin with'),
    }),
    'The run as a file; without `file` as text. `state` has all keys and tokens',
  ),
}
type ExportAsked = NonNullable<v.InferOutput<typeof choices.export>>

const names = Object.keys(choices) as (keyof typeof choices)[]

/** Tool that explains and exports what happened. */
export const explain = tool({
  name: 'explain',
  about: 'What happened, from the journal, without secrets (a `state` has them). `{}` lists the newest entries.',
  input: {
    ...choices,
    times: option(v.union([number, json]), 'Of `match`: `2`, or `{"at_least": 1, "at_most": 3}`'),
    ...common,
  },
  oneOf: names,
  examples: [
    { entries: {} },
    { entry: 1 },
    { match: { endpoint: 'GET /users/me' } },
    { diff: { a: { snapshot: 'snapshot-1' } } },
    { export: { as: 'scenario' } },
  ],
  async run(input, call) {
    const choice = findChoice(input, names)
    if (input.times !== undefined && input.match === undefined)
      throw new EmulatorError('explain: times: requires `match`')
    switch (choice?.name) {
      case 'entry':
        return explainEntry(call.world, choice.value)
      case 'match':
        return verify(call, choice.value, input.times)
      case 'diff':
        return call.world.control('POST /diff', { body: unchecked(choice.value) })
      case 'export':
        return exportRun(call, choice.value)
      default:
        return listEntries(call, choice?.value ?? {})
    }
  },
})

async function listEntries(
  { world, limit }: ToolCall,
  query: NonNullable<ControlInput<'GET /journal'>['query']>,
): Promise<object> {
  const { entries, next, dropped } = await readEntries(world, query)
  const lines = entries.map(lineText)
  const isForward = query.after !== undefined
  const { shown, left } = fitItems(isForward ? lines : lines.toReversed(), limit)
  return {
    entries: isForward ? shown : shown.toReversed(),
    ...(left > 0 && isForward && { left, next: entries[shown.length - 1]!.number }),
    ...(left > 0 && !isForward && { older: `${left} more: {"entries": {"after": 0}} begins with the oldest` }),
    last: next,
    ...(dropped > 0 && { no_longer_kept: dropped }),
  }
}

/** An entry, the statements that decided its answer, and with a trace, the records that it changed. */
async function explainEntry(world: AgentWorld, number: number): Promise<object> {
  const { entry } = await world.control('GET /journal/:number', { params: { number } })
  const contract = await readContract(world)
  const { clauses, assumptions, ...told } = entry
  return {
    ...told,
    decided_by: [...describeClauses(clauses, contract), ...describeAssumptions(assumptions, contract)],
    ...(await readChanges(world, number)),
  }
}

function describeClauses(ids: readonly string[], { clauses }: ServedContract): string[] {
  return clauses.flatMap(({ id, statement }) => (ids.includes(id) ? [`${id}: ${statement}`] : []))
}

function describeAssumptions(ids: readonly string[], { assumptions }: ServedContract): string[] {
  return assumptions.flatMap(({ id, title, says }) => (ids.includes(id) ? [`${id} (assumed): ${title}. ${says}`] : []))
}

/** Records that an entry changed; without a trace, the reason why they are unknown. */
async function readChanges(world: AgentWorld, number: number): Promise<object> {
  try {
    const { entry: _entry, ...changes } = await world.control('GET /journal/:number/changes', { params: { number } })
    return { changes }
  } catch (error) {
    if (error instanceof Refused && (error.code === 'trace_off' || error.code === 'trace_not_kept'))
      return { changes: error.message }
    throw error
  }
}

async function verify({ world }: ToolCall, match: object, times: unknown): Promise<object> {
  const { near_misses: nearest, ...verdict } = await world.control('POST /verify', {
    body: unchecked({ match, ...(times !== undefined && { times }) }),
  })
  const near = nearest.map((miss) => ({
    entry: lineText(miss.entry),
    differences: miss.differences,
  }))
  return { ...verdict, ...(near.length > 0 && { nearest: near }) }
}

function readExport(world: AgentWorld, { as, name, problem, yaml }: ExportAsked): Promise<unknown> {
  if (as === 'scenario')
    return world.text('GET /journal.scenario', { query: { name, format: yaml === true ? 'yaml' : undefined } })
  if (as === 'har') return world.text('GET /journal.har')
  return as === 'bundle' ? world.text('GET /bundle', { query: { name, problem } }) : world.text('GET /export')
}

/** Writes the run to a file, or answers its text in parts. */
async function exportRun({ world, limit }: ToolCall, asked: ExportAsked): Promise<object> {
  const { file, from = 0 } = asked
  const body = await readExport(world, asked)
  const whole = typeof body === 'string' ? body : JSON.stringify(body)
  if (file !== undefined) {
    await writeWhole('', file, whole)
    return { file: resolve(file), characters: whole.length }
  }
  const text = fitText(whole.slice(from), limit)
  const end = from + text.length
  return { text, characters: whole.length, ...(end < whole.length && { next: end }) }
}
