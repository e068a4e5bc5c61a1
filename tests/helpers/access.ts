import fc from 'fast-check'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import type { Caller } from '../../emulator/engine/kernel/caller.ts'
import type { TargetRecord } from '../../emulator/service/access/roles.ts'
import { byKey, byToken } from '../../emulator/service/access/authenticate.ts'
import type { World } from '../../emulator/engine/world/world.ts'

/** Arbitrary worlds of users, organizations, blobs, memberships and keys, for properties of access. */

const base = createEmulator({ fixtures: [], journal: false })
const role = fc.constantFrom('read', 'write', 'admin')
const visibility = fc.constantFrom('public', 'private')
const pick = fc.nat()

export const plans = fc.record({
  orgs: fc.array(visibility, { minLength: 1, maxLength: 3 }),
  blobs: fc.array(fc.record({ org: pick, visibility }), { minLength: 1, maxLength: 4 }),
  accounts: fc.array(fc.record({ owner: pick }), { minLength: 1, maxLength: 2 }),
  members: fc.array(fc.record({ user: pick, target: pick, role }), { maxLength: 8 }),
  keys: fc.array(fc.record({ target: pick, minter: pick, role }), { minLength: 1, maxLength: 6 }),
  acting: fc.array(fc.record({ account: pick, human: pick }), { maxLength: 2 }),
})

export type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never

/** Builds a world with two humans, their service accounts, and the rest of the plan. */
export function makeWorld(plan: Plan): Emulator {
  const emulator = base.fork()
  const { world } = emulator
  const humans = ['ann', 'bob'].map((alias) => world.users.insert({ alias }))
  const orgs = plan.orgs.map((seen, i) => world.orgs.insert({ alias: `org-${i}`, visibility: seen }))
  const blobs = plan.blobs.map((blob, i) =>
    world.blobs.insert({ alias: `blob-${i}`, org_id: at(orgs, blob.org).id, visibility: blob.visibility }),
  )
  const accounts = plan.accounts.map(({ owner }, i) =>
    world.users.insert({ alias: `bot-${i}`, type: 'service', owner_user_id: at(humans, owner).id }),
  )
  const users = [...humans, ...accounts]
  const places = [
    ...orgs.map(({ id }) => ({ target: 'org' as const, target_id: id })),
    ...blobs.map(({ id }) => ({ target: 'blob' as const, target_id: id })),
  ]
  const targets = [...places, ...users.map(({ id }) => ({ target: 'user' as const, target_id: id }))]
  for (const { user, target, role: granted } of plan.members)
    world.members.insert({ ...at(places, target), user_id: at(users, user).id, role: granted as 'read' })
  for (const { target, minter, role: granted } of plan.keys) {
    const on = at(targets, target)
    world.api_keys.insert({
      ...on,
      role: granted as 'read',
      user_id: on.target === 'user' ? on.target_id : at(users, minter).id,
      created_by_user_id: humans[0]!.id,
    })
  }
  for (const { id } of users) world.tokens.insert({ user_id: id })
  for (const { account, human } of plan.acting)
    world.tokens.insert({ user_id: at(accounts, account).id, human_user_id: at(humans, human).id })
  return emulator
}

export function at<T>(list: readonly T[], n: number): T {
  return list[n % list.length]!
}

export function listCallers(world: World): Caller[] {
  const context = { world, cite() {} }
  const keys = [...world.api_keys.rows()].map(({ record }) => byKey(context, record.key))
  const tokens = [...world.tokens.rows()].map(({ record }) => byToken(context, record.token))
  return [...keys, ...tokens] as Caller[]
}

export function listTargets(world: World): TargetRecord[] {
  return [
    ...[...world.orgs.rows()].map(({ record }) => ({ kind: 'org' as const, record })),
    ...[...world.blobs.rows()].map(({ record }) => ({ kind: 'blob' as const, record })),
    ...[...world.users.rows()].map(({ record }) => ({ kind: 'user' as const, record })),
  ]
}

/** Headers that authenticate as a caller. */
export function callerHeaders({ key, token }: Caller): string[] {
  return key === null ? ['authorization', `Bearer ${token!.token}`] : ['x-api-key', key.key]
}
