import { UUID } from '../../contract/uuid.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import { tableNames } from '../../engine/matching/schema-common.ts'
import { encodeBytes } from '../../engine/world/bytes.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import type { World } from '../../engine/world/world.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Answer } from './answers.ts'
import type { WhyVariant } from './variants.ts'

/** Most keys, and most records, that are tried. */
const MOST = 20

/** A world without a record that the run named, with one that is deleted in it, or with the rights of another key. */
export function changeRecords(start: Emulator | undefined, answers: readonly Answer[]): WhyVariant[] {
  if (start === undefined) return []
  const { world } = hostOf(start)
  const unknown = findUnknownKey(world, answers)
  return [
    ...(unknown === undefined ? [] : replaceKey(unknown, listKeys(world))),
    ...findNamed(world, answers.filter(mayMiss)).map((named) => keepRecord(start, named)),
    ...findNamed(world, answers).map(leaveOutRecord),
    ...withOtherKeys(world, answers),
  ]
}

interface Named {
  readonly table: string
  readonly id: string
  /** `orgs/acme` */
  readonly name: string
}

/** Records of the start that a request or an answer names; the last named first. */
function findNamed(world: World, answers: readonly Answer[]): Named[] {
  const found = new Map<string, Named>()
  const words = new Set(answers.toReversed().flatMap(({ content }) => content.match(word) ?? []))
  for (const word of words)
    for (const table of tableNames) {
      const record = world.table(table)?.find(word) as { id: string; alias?: string } | undefined
      // Without the caller's own key every request is refused.
      if (record === undefined || found.size >= MOST || table === 'api_keys') continue
      const name = `${table}/${record.alias ?? record.id}`
      found.set(name, { table, id: record.id, name })
    }
  return [...found.values()]
}

const word = new RegExp(`${UUID}|[\\w-]{2,}`, 'g')

/** True for an answer that may miss a deleted record, and for one that may delete it. */
const mayMiss = ({ error, unit }: Answer): boolean => error !== null || /delete|remove/i.test(unit ?? '')

const leaveOutRecord = ({ table, id, name }: Named): WhyVariant => ({
  id: name,
  kind: 'record',
  says: `It passes without the record ${name}.`,
  statements: [],
  overlay: { before: [{ delete: { [table]: id } }] },
})

/** A world in which a record is back, with all that belong to it, at the first request after its deletion. */
function keepRecord(start: Emulator, { table, id, name }: Named): WhyVariant {
  const insert = Object.fromEntries(listDeletedWith(start, table, id))
  const back = { name: `${name} is back`, do: { insert } }
  return {
    id: name,
    kind: 'record',
    says: `It passes with the record ${name} back, which the run deletes.`,
    statements: [],
    overlay: {
      triggers: [
        { ...back, when: { endpoint: '*' } },
        { ...back, when: { command: '*', via: 'socket' } },
      ],
    },
  }
}

/** The records that go with one, by table. */
function listDeletedWith(start: Emulator, table: string, id: string): [string, object[]][] {
  const [there, gone] = [hostOf(start).world, hostOf(start.fork({ from: 'start' })).world]
  gone.table(table)!.delete(id)
  return tableNames.flatMap((name): [string, object[]][] => {
    const [before, after] = [there.table(name)!, gone.table(name)!]
    if (before.size === after.size) return []
    const rows = Array.from(before.rows(), ({ record }) => record).filter(
      (record) => after.get(record.id) === undefined,
    )
    return [[name, rows.map((record) => encodeBytes(record) as object)]]
  })
}

/** A world in which the key of the run may do what another one may. */
function withOtherKeys(world: World, answers: readonly Answer[]): WhyVariant[] {
  const keys = listKeys(world)
  const used = keys.find(({ id }) => answers.some(({ key }) => key === id))
  if (used === undefined) return []
  const others = keys.filter((key) => key !== used && key.id !== used.id).slice(0, MOST)
  return others.map((key) => ({
    id: key.key,
    kind: 'key',
    says: `It passes with the rights of the key ${key.key}.`,
    statements: [],
    overlay: { before: [{ update: { api_keys: { [used.id]: readRights(key) } } }] },
  }))
}

const listKeys = (world: World): ApiKey[] => Array.from(world.api_keys.rows(), ({ record }) => record as ApiKey)

const readRights = ({ role, target, target_id, target_target_id, user_id }: ApiKey) => ({
  role,
  target,
  target_id,
  target_target_id,
  user_id,
})

/** The key of a request that the world does not have. */
function findUnknownKey(world: World, answers: readonly Answer[]): string | undefined {
  const sent = answers.find(({ unknownKey }) => unknownKey !== undefined)?.unknownKey
  return sent === undefined || world.api_keys.find(sent) !== undefined ? undefined : sent
}

/** Worlds that know a key as another one: as that of which it may be a slip, else as each. */
function replaceKey(unknown: string, keys: readonly ApiKey[]): WhyVariant[] {
  const near = nearest(
    unknown,
    keys.map(({ key }) => key),
  )
  // A text that is near nothing may be a secret.
  const asks =
    near === undefined
      ? 'It asks with a key that the world does not have.'
      : `It asks with the key '${unknown}', which the world does not have.`
  const others = near === undefined ? keys.slice(0, MOST) : keys.filter(({ key }) => key === near)
  return others.map((key) => ({
    id: key.key,
    kind: 'key',
    says: `${asks} It passes with '${key.key}' in its place.`,
    ...(near !== undefined && { hint: `${asks} With '${near}' in its place it fails:` }),
    statements: [],
    overlay: { before: [{ insert: { api_keys: { ...readRights(key), key: unknown } } }] },
  }))
}
