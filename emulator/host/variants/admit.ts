import type { Mutation } from '../../contract/mutation.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt } from '../../engine/kernel/host.ts'
import type { Rules } from '../../engine/world/rules.ts'
import type { World } from '../../engine/world/world.ts'
import { editAnswer, readJson, putJson } from './answered.ts'
import type { Mutator } from './mutator.ts'

type Admit = Extract<Mutation, { mutator: 'admit' }>

/** Performs a request in spite of its refusal. The refusal stays if nothing makes it pass. */
export const admit: Mutator<'admit'> = (mutation, exchange, attempt) => {
  const { world } = exchange
  if (mutation.input !== undefined && exchange.failure === undefined) return exchange
  const after = world.snapshot()
  const settings = mutation.settings
  world.restore(attempt.before)
  const done =
    settings === undefined
      ? doneAllTheSame(mutation, exchange, attempt)
      : world.under(settings as Rules, () => attempt.again({}))
  if (done !== undefined && done.failure === undefined) {
    if (mutation.edits !== undefined) editAnswer(done, mutation.edits)
    return done
  }
  world.restore(after)
  return mutation.orRefuse && done !== undefined && done.failure?.code !== exchange.failure?.code ? done : exchange
}

function doneAllTheSame(mutation: Admit, exchange: Exchange, { before, again }: Attempt): Exchange | undefined {
  if (mutation.caller) return byAnother(exchange, before, again)
  if (mutation.disguise !== undefined) return disguised(mutation.disguise, exchange, again)
  if (mutation.world !== undefined) return asIf(exchange.world, mutation.world, () => again({}))
  return again({ input: mutation.input ?? {} })
}

/** Maximum of users that are tried. */
const MAX_CALLERS = 50

/** Performs the request as the first user who is allowed to, with all rights of a key and a human behind it. */
function byAnother(exchange: Exchange, before: Attempt['before'], again: Attempt['again']): Exchange | undefined {
  const { world, identified } = exchange
  const own = identified instanceof ApiError ? undefined : identified
  const users = Array.from(world.users.rows(), ({ record }) => record)
    .filter(({ status }) => status === 'active')
    .slice(0, MAX_CALLERS)
  const firstHuman = users.find(({ type }) => type === 'human')
  for (const user of users) {
    const human = user.type === 'human' ? user : (firstHuman ?? null)
    const caller: Caller = {
      user,
      human,
      scheme: 'api-key',
      key: null,
      token: null,
      acting: false,
      cap: 'admin',
      scope: null,
    }
    const done = again({ caller, input: own === undefined ? {} : callerIds(exchange.path, own) })
    if (done.failure === undefined) return done
    world.restore(before)
  }
  return undefined
}

/** Id of the caller for each parameter that names it by `me`: it is not the one who is allowed to. */
function callerIds(path: Exchange['path'], { user }: Caller): Record<string, string> {
  const own = Object.entries(path).filter(([, value]) => value === 'me')
  return Object.fromEntries(own.map(([name]) => [name, user.id]))
}

/** Performs the request with a harmless value of a field; the answer shows the requested one. */
function disguised(field: string, exchange: Exchange, again: Attempt['again']): Exchange {
  const harmless = `admitted-${exchange.world.state.seq}`
  const asked = askedFor(exchange, field)
  const done = again({ input: { [field]: harmless } })
  const json = readJson(done)
  if (json !== undefined && done.failure === undefined)
    putJson(done, JSON.parse(JSON.stringify(json).replaceAll(harmless, String(asked))) as Record<string, unknown>)
  return done
}

function askedFor({ request, body, via }: Exchange, field: string): unknown {
  if (via === 'socket') return body[field]
  return (JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array(0)) || '{}') as Record<string, unknown>)[
    field
  ]
}

/** Performs the request while all records of a table have these values, and restores those that it did not write. */
export function asIf(world: World, tables: NonNullable<Admit['world']>, run: () => Exchange): Exchange {
  const back: (() => void)[] = []
  for (const [name, fields] of Object.entries(tables)) {
    const table = world.table(name)!
    for (const { record } of Array.from(table.rows())) {
      const own = record as unknown as Record<string, unknown>
      if (Object.entries(fields).every(([field, value]) => own[field] === value)) continue
      const changed = table.update(record.id, fields as never)
      back.push(() => {
        if (table.get(record.id) === changed)
          table.update(record.id, Object.fromEntries(Object.keys(fields).map((field) => [field, own[field]])) as never)
      })
    }
  }
  const done = run()
  for (const undo of back) undo()
  return done
}
