import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import type { World } from '../../engine/world/world.ts'
import { atLeast, callerRole, memberRole, hasRole, inScope, isSeen, userRole, type TargetRecord } from './roles.ts'
import { listCallers, callerHeaders, plans, listTargets, makeWorld } from '../../../tests/helpers/access.ts'
import { handle } from '../../host/dispatch.ts'
import { hostOf } from '../../host/instance-of.ts'

const ranks = { none: 0, read: 1, write: 2, admin: 3 } as const
const rank = (role: keyof typeof ranks | null) => ranks[role ?? 'none']

/** Role of a user, computed from the records alone. */
function expectedRank(world: World, userId: string, { kind, record }: TargetRecord): number {
  if (kind === 'user') return record.id === userId || record.owner_user_id === userId ? 3 : 0
  const places = kind === 'blob' ? [record.id, record.org_id] : [record.id]
  const held = [...world.members.rows()]
    .filter(({ record: member }) => member.user_id === userId && places.includes(member.target_id))
    .map(({ record: member }) => rank(member.role))
  return Math.max(record.visibility === 'public' ? 1 : 0, ...held)
}

test('a user holds its own memberships and those of the organization, read on what is public, admin on itself and its accounts', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { world } = hostOf(makeWorld(plan))
      for (const { record: user } of world.users.rows()) {
        for (const target of listTargets(world))
          expect(rank(userRole(world, { user, human: null, acting: false, scope: null }, target))).toBe(
            expectedRank(world, user.id, target),
          )
      }
    }),
    cases(200),
  )
})

test('a key grants the lower of its role and of what its user holds, and nothing outside its scope', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { world } = hostOf(makeWorld(plan))
      for (const caller of listCallers(world)) {
        for (const target of listTargets(world)) {
          const granted = rank(callerRole(world, caller, target))
          const { scope } = caller
          const reaches =
            scope === null ||
            (target.kind === scope.target && target.record.id === scope.id) ||
            (scope.target === 'org' && target.kind === 'blob' && target.record.org_id === scope.id)
          expect(inScope(caller, target)).toBe(reaches)
          for (const needed of ['read', 'write', 'admin'] as const)
            expect(hasRole(world, caller, target, needed)).toBe(granted >= rank(needed))
          expect(granted).toBe(
            reaches ? Math.min(rank(caller.key?.role ?? 'admin'), expectedRank(world, caller.user.id, target)) : 0,
          )
        }
      }
    }),
    cases(200),
  )
})

test('atLeast orders read, write and admin, and nothing is at least read', () => {
  for (const [held, a] of Object.entries(ranks)) {
    for (const [needed, b] of Object.entries(ranks)) {
      if (needed !== 'none') expect(atLeast(held === 'none' ? null : (held as 'read'), needed as 'read')).toBe(a >= b)
    }
  }
})

/** Requests that need a role on a target, by the role that they need. */
function* requestsOn({
  kind,
  record,
}: TargetRecord): Generator<[needed: 'read' | 'write' | 'admin', method: string, path: string, body: object | null]> {
  if (kind === 'user') {
    yield ['admin', 'GET', `/api-keys/target/user/${record.id}`, null]
    return
  }
  const path = kind === 'org' ? `/orgs/${record.id}` : `/blobs/${record.org_id}/${record.id}`
  yield ['read', 'GET', path, null]
  yield ['read', 'GET', `/members/target/${kind}/${record.id}`, null]
  yield [
    'write',
    'POST',
    kind === 'org' ? `/blobs/${record.id}` : `${path}/revisions`,
    kind === 'org' ? { alias: 'made', type: 'text' } : {},
  ]
  yield ['admin', 'PATCH', `/orgs/${kind === 'org' ? record.id : record.org_id}`, { name: 'x' }]
}

test('over HTTP, a request passes exactly when the role that the caller is granted is enough', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const start = makeWorld(plan)
      const { world } = hostOf(start)
      for (const caller of listCallers(world)) {
        for (const target of listTargets(world)) {
          for (const [needed, method, path, body] of requestsOn(target)) {
            const on =
              path.startsWith('/orgs/') && target.kind === 'blob'
                ? { kind: 'org' as const, record: world.orgs.get(target.record.org_id)! }
                : target
            const bytes = body === null ? null : new TextEncoder().encode(JSON.stringify(body))
            const { status } = handle(start.fork(), {
              method,
              url: `/v1${path}`,
              headers: callerHeaders(caller),
              body: bytes,
            }) as { status: number }
            const unscoped = !path.startsWith('/api-keys') || caller.scope === null
            const role = path.startsWith('/members') ? memberRole(world, caller, on) : callerRole(world, caller, on)
            const passes = unscoped && atLeast(role, needed)
            expect(passes ? [200] : [403, 404]).toContain(status)
            // A scope tells nothing of what its user cannot see.
            if (!inScope(caller, on)) expect(status).toBe(isSeen(world, caller, on) || !unscoped ? 403 : 404)
          }
        }
      }
    }),
    cases(25),
  )
})
