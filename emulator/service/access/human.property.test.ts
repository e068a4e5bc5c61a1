import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { at, listCallers, callerHeaders, plans, listTargets, makeWorld } from '../../../tests/helpers/access.ts'
import type { Emulator } from '../../index.ts'
import type { TargetRecord } from './roles.ts'
import { handle } from '../../host/dispatch.ts'
import { hostOf } from '../../host/instance-of.ts'

type Call = readonly [method: string, path: string, body: object | null]

/** The ten operations that need a human, on a target. */
function reservedOn(emulator: Emulator, target: TargetRecord, account: string): Call[] {
  const { kind, record } = target
  const { credentials, members, api_keys: keys } = emulator.world
  const credential =
    credentials.list({ target_id: record.id })[0] ??
    credentials.insert({ name: 'x', value: 'v', target: kind, target_id: record.id, created_by: 'ann' })
  const calls: Call[] = [
    ['POST', `/api-keys/target/${kind}/${record.id}`, { role: 'read' }],
    ['POST', `/credentials/target/${kind}/${record.id}`, { name: 'x', value: 'v' }],
    ['DELETE', `/credentials/${credential.id}`, null],
    ['POST', '/users', { name: 'x', alias: 'x' }],
    ['DELETE', `/users/${account}`, null],
    ['POST', `/users/${account}/acting-token`, null],
    ...keys.list({ target_id: record.id }).map((key): Call => ['DELETE', `/api-keys/${key.id}`, null]),
    ...members.list({ target_id: record.id }).map((member): Call => ['DELETE', `/members/${member.id}`, null]),
  ]
  if (kind === 'user') return calls
  return [
    ...calls,
    ['POST', `/members/target/${kind}/${record.id}`, { user_id: 'ann', role: 'read' }],
    ['PATCH', kind === 'org' ? `/orgs/${record.id}` : `/blobs/${record.org_id}/${record.id}`, { visibility: 'public' }],
  ]
}

function send(emulator: Emulator, headers: string[], [method, path, body]: Call): { status: number; error: string } {
  const bytes = body === null ? null : new TextEncoder().encode(JSON.stringify(body))
  const answer = handle(emulator, { method, url: `/v1${path}`, headers, body: bytes }) as {
    status: number
    body: string
  }
  return { status: answer.status, error: (JSON.parse(answer.body) as { error: string }).error }
}

test('the own key or token of a service account gets 403 from each of the ten, whatever role it holds and wherever', () => {
  fc.assert(
    fc.property(plans, fc.nat(), (plan, n) => {
      const emulator = makeWorld(plan)
      const { world } = hostOf(emulator)
      const callers = listCallers(world).filter(({ human }) => human === null)
      const caller = at(callers, n)
      const account = at(
        [...world.users.rows()].filter(({ record }) => record.type === 'service'),
        n,
      ).record.id
      for (const target of listTargets(world)) {
        for (const call of reservedOn(emulator, target, account)) {
          const version = world.state.version
          expect([call.join(' '), send(emulator, callerHeaders(caller), call)]).toEqual([
            call.join(' '),
            { status: 403, error: 'forbidden' },
          ])
          expect(world.state.version).toBe(version)
        }
      }
    }),
    cases(60),
  )
})

test('an acting token never mints for an organization or a blob, whatever it holds and whatever there is', () => {
  fc.assert(
    fc.property(
      plans.filter(({ acting }) => acting.length > 0),
      (plan) => {
        const emulator = makeWorld(plan)
        const { world } = hostOf(emulator)
        for (const caller of listCallers(world).filter(({ acting }) => acting)) {
          for (const { kind, record } of listTargets(world)) {
            const { status, error } = send(emulator.fork(), callerHeaders(caller), [
              'POST',
              `/api-keys/target/${kind}/${record.id}`,
              { role: 'admin' },
            ])
            if (kind !== 'user') expect([status, error]).toEqual([400, 'cannot_mint_while_acting'])
            else expect([200, 403]).toContain(status)
          }
        }
      },
    ),
    cases(60),
  )
})
