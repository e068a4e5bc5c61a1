import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { catalog } from '../../service/catalog.ts'
import { findPoints, triggerCondition } from './points.ts'

type Call = readonly [method: string, path: string]

/** Sends the calls and drops the answer to the call of this name. Returns which of them the trigger hit. */
async function struckBy(name: string, calls: readonly Call[]): Promise<boolean[]> {
  const base = createEmulator()
  const point = findPoints(await send(base, calls)).find(({ id }) => id === name)!
  const struck = base.fork({ from: 'start' })
  struck.triggers.add({ when: triggerCondition(point), do: [{ drop: true }] })
  return (await send(struck, calls)).map(({ triggers }) => triggers.length > 0)
}

async function send(emulator: Emulator, calls: readonly Call[]): Promise<readonly JournalEntry[]> {
  for (const [method, path] of calls)
    await emulator
      .fetch(`http://emulator.test/v1${path}`, { method, headers: { 'X-API-Key': 'svc-key-ada-admin' } })
      .catch(() => {})
  return emulator.journal.entries()
}

const takesMe = catalog.filter(
  ({ kind, path }) => kind === 'endpoint' && (path.includes(':user_id') || /\/:target\/:target_id/.test(path)),
)

/** Path of an endpoint for a user. */
function pathFor(path: string, user: string): string {
  return path
    .replace(/^\/v1/, '')
    .replace(':user_id', user)
    .replace(':target_id', user)
    .replace(':target', 'user')
    .replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
}

describe('a point strikes the call that it is named after', () => {
  it('is tried for each endpoint that takes `me`', () => {
    expect(takesMe.length).toBeGreaterThan(5)
  })

  it.each(takesMe.map(({ id, method, path }) => ({ id, method, path })))(
    '$id: `me`, then another user',
    async (unit) => {
      const { id, method, path } = unit
      const calls: Call[] = ['me', 'ben', 'me'].map((user) => [method, pathFor(path, user)])
      expect(await struckBy(`${id}#1`, calls)).toEqual([false, true, false])
      expect(await struckBy(`${method} ${pathFor(path, 'me')}#2`, calls)).toEqual([false, false, true])
    },
  )

  it('of two points with one template, each its own', async () => {
    const calls: Call[] = [
      ['GET', '/orgs/acme'],
      ['GET', '/orgs/ada-lab'],
    ]
    expect(await struckBy('GET /orgs/:org_id#1', calls)).toEqual([true, false])
    expect(await struckBy('GET /orgs/:org_id#2', calls)).toEqual([false, true])
  })
})
