import * as v from 'valibot'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../../emulator/engine/checking/near-miss.ts'
import { fields } from '../../../../emulator/engine/checking/strict.ts'
import { fitItems, pageAfter } from '../answer.ts'
import { unchecked, type AgentWorld } from '../agent-world.ts'
import { findUser, listCallers, roles } from '../caller.ts'
import { common, findChoice, json, number, option, text, yes } from '../input.ts'
import { matchesWords } from '../words.ts'
import { tool, type ChoiceValues, type ToolCall } from '../tool.ts'

const when = v.optional(v.picklist(['before', 'after']))
const id = text

const choices = {
  records: option(
    fields({
      table: text,
      id: v.optional(id),
      after: v.optional(id),
      at: option(number, 'As it was at entry'),
      when,
    }),
    'Records of a table, or one by id or alias',
  ),
  create: option(fields({ table: text, fields: json }), 'Adds a record, missing fields are derived'),
  change: option(fields({ table: text, id, fields: json }), 'Changes fields of a record, or adds it'),
  delete: option(
    fields({ table: text, id, dry_run: v.optional(v.boolean()) }),
    'Deletes a record, and all that refers to it',
  ),
  keys: option(fields({ after: v.optional(text) }), 'Lists who can ask, with their secrets'),
  key: option(fields({ user: text, role: v.optional(v.picklist(roles)) }), 'Makes an API key'),
  settings: option(json, 'Changes settings, null: default; `{}` reads them'),
  scenarios: option(fields({ words: v.optional(v.string()), after: v.optional(text) }), 'Lists scenarios'),
  scenario: option(v.union([text, json]), 'Starts again from a shipped scenario, or a document'),
  reset: option(yes, 'Back to the start: records, clock, triggers, journal'),
  snapshot: option(fields({ name: v.optional(text) }), 'Keeps the state under a name'),
  restore: option(
    v.union([text, fields({ entry: number, when })]),
    'Goes back to a snapshot, or to after (before) an entry',
  ),
  forget: option(text, 'Deletes a snapshot'),
  new_world: option(
    fields({
      from: option(v.union([v.picklist(['start', 'current']), fields({ entry: number, when })]), 'Default start'),
      seed: v.optional(v.pipe(v.number(), v.integer())),
    }),
    'Makes a world beside the main one: its id is the `world` of other calls',
  ),
  end_world: option(text, 'Deletes a world'),
  clear_journal: option(yes, 'Forgets all entries'),
}
const names = Object.keys(choices) as (keyof typeof choices)[]

/** Arranges records, settings, snapshots and worlds. */
export const arrange = tool({
  name: 'arrange',
  about:
    'Arrange the world behind the API. `{}` is an overview: addresses, tables, snapshots, worlds. Fields of a table: `clauses {schema: "orgs"}`; likewise `scenario`, `settings`.',
  input: { ...choices, ...common },
  oneOf: names,
  examples: [
    { create: { table: 'orgs', fields: { alias: 'night-shift' } } },
    { records: { table: 'orgs' } },
    { change: { table: 'orgs', id: 'acme', fields: { visibility: 'private' } } },
    { delete: { table: 'orgs', id: 'acme' } },
    { keys: {} },
    { key: { user: 'ada' } },
    { settings: { page_rows: 2 } },
    { scenarios: {} },
    { scenario: 'api-key-rules' },
    { reset: true },
    { snapshot: {} },
    { restore: 'snapshot-1' },
    { forget: 'snapshot-1' },
    { new_world: {} },
    { end_world: 'w1' },
    { clear_journal: true },
  ],
  async run(input, call) {
    const choice = findChoice(input, names)
    if (choice === undefined) return overview(call.world)
    return arrangements[choice.name](call, choice.value as never)
  },
})

type Arrangements = ChoiceValues<typeof choices>

const arrangements: { [N in keyof Arrangements]: (call: ToolCall, value: Arrangements[N]) => Promise<object> } = {
  records: listRecords,
  create: ({ world }, { table, fields: record }) =>
    world.control('POST /state/:table', { params: { table }, body: record }),
  change: ({ world }, { table, id: ref, fields: record }) =>
    world.control('PUT /state/:table/:id', { params: { table, id: ref }, body: record }),
  delete: ({ world }, { table, id: ref, dry_run: dryRun }) =>
    world.control('DELETE /state/:table/:id', {
      params: { table, id: ref },
      query: { dry_run: dryRun === true ? 'true' : undefined },
    }),
  keys: async ({ world, limit }, { after }) =>
    pageAfter('keys', await listCallers(world), ({ secret }) => secret, { after, limit }),
  key: async ({ world }, { user, role = 'admin' }) => {
    const owner = await findUser(world, 'arrange: key.user', user)
    const { id: ownerId } = owner
    const createdBy = owner.owner_user_id ?? ownerId
    const body = { target: 'user', target_id: ownerId, user_id: ownerId, created_by_user_id: createdBy, role }
    return world.control('POST /state/:table', { params: { table: 'api_keys' }, body })
  },
  settings: changeSettings,
  scenarios: listScenarios,
  scenario: async ({ world }, chosen) => {
    if (typeof chosen !== 'string') return world.control('POST /scenario', { body: { document: chosen } })
    await requireScenario(world, chosen)
    return world.control('POST /scenario', { body: { name: chosen } })
  },
  reset: ({ world }) => world.control('POST /reset'),
  snapshot: ({ world }, named) => world.control('POST /snapshots', { body: named }),
  restore: ({ world }, to) =>
    typeof to === 'string'
      ? world.control('POST /snapshots/:name/restore', { params: { name: to } })
      : world.control('POST /journal/:number/restore', { params: { number: to.entry }, body: { when: to.when } }),
  forget: ({ world }, name) => world.control('DELETE /snapshots/:name', { params: { name } }),
  new_world: ({ world }, options) => world.control('POST /worlds', { body: unchecked(options) }),
  end_world: ({ world }, ended) => world.control('DELETE /worlds/:id', { params: { id: ended } }),
  clear_journal: ({ world }) => world.control('DELETE /journal'),
}

async function overview(world: AgentWorld): Promise<object> {
  const [health, { tables }, { snapshots }, { worlds }] = await Promise.all([
    world.control('GET /health'),
    world.control('GET /state'),
    world.control('GET /snapshots'),
    world.control('GET /worlds'),
  ])
  return { ...health, api_url: world.apiUrl, realtime_url: world.realtimeUrl, tables, snapshots, worlds }
}

/** Records of a control page: more would not fit into an answer. */
const PAGE = 500

async function listRecords(
  { world, limit }: ToolCall,
  { table, id: ref, ...query }: Arrangements['records'],
): Promise<object> {
  if (ref !== undefined) {
    if (query.after !== undefined)
      throw new EmulatorError('arrange: records.after: cannot be combined with `id`, which names one record')
    const { at, when: moment } = query
    return world.control('GET /state/:table/:id', { params: { table, id: ref }, query: { at, when: moment } })
  }
  const { records, next } = await world.control('GET /state/:table', {
    params: { table },
    query: { ...query, limit: PAGE },
  })
  const { shown, left } = fitItems(records, limit)
  return { records: shown, next: left > 0 ? shown.at(-1)!.id : next }
}

function changeSettings({ world }: ToolCall, changes: Arrangements['settings']): Promise<object> {
  const isQuestion = Object.keys(changes).length === 0
  return isQuestion ? world.control('GET /settings') : world.control('PATCH /settings', { body: changes })
}

async function listScenarios(
  { world, limit }: ToolCall,
  { words = '', after }: Arrangements['scenarios'],
): Promise<object> {
  const { scenarios, current } = await world.control('GET /scenarios')
  const found = scenarios.filter(({ name, about }) => matchesWords(words, [name, about]))
  return { current, ...pageAfter('scenarios', found, ({ name }) => name, { after, limit }) }
}

async function requireScenario(world: AgentWorld, name: string): Promise<void> {
  const known = (await world.control('GET /scenarios')).scenarios.map((each) => each.name)
  if (known.includes(name)) return
  throw new EmulatorError(
    `arrange: scenario: there is no scenario '${name}'${didYouMean(name, known) || '; `{"scenarios": {}}` lists them'}`,
  )
}
