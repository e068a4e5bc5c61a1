import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { createWorld, type World } from './world.ts'

const users = ['u1', 'u2', 'u3']
const orgs = ['o1', 'o2', 'o3', 'o4']

/**
 * Memberships as a fixture may have them: several of one user on one target, and one id for an organization and a blob.
 */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    user: fc.constantFrom(...users),
    target: fc.constantFrom('org' as const, 'blob' as const),
    id: fc.constantFrom(...orgs),
  }),
  fc.record({ kind: fc.constant('move' as const), nth: fc.nat(40), id: fc.constantFrom(...orgs) }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(40) }),
)

function apply(world: World, each: typeof step extends fc.Arbitrary<infer S> ? S : never): void {
  if (each.kind === 'insert') {
    const { user, target, id } = each
    world.members.insert({
      id: world.ids.uuid(),
      user_id: user,
      target,
      target_id: id,
      role: 'read',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    return
  }
  const rows = [...world.members.rows()]
  const member = rows[each.nth % Math.max(rows.length, 1)]?.record
  if (member === undefined) return
  if (each.kind === 'move') world.members.update(member.id, { target_id: each.id })
  else world.members.removeRow(member.id)
}

describe('counted indexes', () => {
  it('count rows, or the different values of the last field, after any sequence of writes and in a fork', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = createWorld()
        let fork = world
        for (const [position, each] of steps.entries()) {
          if (position === steps.length >> 1) fork = world.fork()
          apply(world, each)
        }
        for (const each of steps.slice(0, 5)) apply(fork, each)
        for (const { members } of [world, fork]) {
          const all = Array.from(members.rows(), ({ record }) => record)
          for (const user of users) {
            const targets = new Set(
              all
                .filter((member) => member.user_id === user && member.target === 'org')
                .map((member) => member.target_id),
            )
            expect(members.by('holder', user, 'org').count()).toBe(targets.size)
          }
          for (const id of orgs)
            expect(members.by('target', id).count()).toBe(all.filter((member) => member.target_id === id).length)
        }
      }),
      cases(100),
    )
  })

  it('refuses to count what it does not keep', () => {
    expect(() => createWorld().members.by('user', 'u1').count()).toThrow('does not count')
    expect(() => createWorld().members.by('holder', 'u1').count()).toThrow('does not count')
  })
})
