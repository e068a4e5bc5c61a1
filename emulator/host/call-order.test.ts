import { describe, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { createEmulator } from '../index.ts'
import { SettingsOrder } from './call-order.ts'
import { hostOf } from './instance-of.ts'
import type { Timers } from './real-timers.ts'

const headers = { 'X-API-Key': 'svc-key-ada-admin' }
const settled = () => new Promise((resolve) => void setTimeout(resolve, 0))

function inWorld(order: readonly string[]) {
  const emulator = createEmulator({ settings: { order: [...order] } })
  const seen: string[] = []
  const get = async (path: string) => {
    const response = await emulator.fetch(`/v1${path}`, { headers })
    seen.push(`${response.status} ${path}`)
  }
  return { emulator, seen, get }
}

describe('the order of calls that are under way together', () => {
  it('of answers is that of the settings; what is not named goes on at once', async () => {
    const { emulator, seen, get } = inWorld([
      'GET /orgs/:org_id#2 is answered',
      'GET /users/me#1 is answered',
      'GET /orgs/:org_id#1 is answered',
    ])
    await Promise.all([get('/orgs/acme'), get('/users/me'), get('/users/ada'), get('/orgs/ada-lab')])
    expect(seen).toEqual(['200 /users/ada', '200 /orgs/ada-lab', '200 /users/me', '200 /orgs/acme'])
    expect(emulator.journal.entries().map(({ request }) => request.url)).toEqual([
      '/v1/orgs/acme',
      '/v1/users/me',
      '/v1/users/ada',
      '/v1/orgs/ada-lab',
    ])
  })

  it('of what is handled is, too', async () => {
    const { emulator, get } = inWorld(['GET /users/me#1 is handled', 'GET /orgs/:org_id#1 is handled'])
    await Promise.all([get('/orgs/acme'), get('/users/me')])
    expect(emulator.journal.entries().map(({ request }) => request.url)).toEqual(['/v1/users/me', '/v1/orgs/acme'])
  })

  it('of a socket holds back an answer, and nothing behind it', async () => {
    const emulator = createEmulator({
      settings: { order: ['workflow.get_session#2 is answered', 'workflow.get_session#1 is answered'] },
    })
    const ids: unknown[] = []
    const session = emulator.connect({
      url: '/v1/realtime?api_key=svc-key-ada-admin',
      send: (text) => ids.push((JSON.parse(text) as { id: unknown }).id),
      close: () => {},
    })
    const call = (id: number, method: string) =>
      session.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params: { session_id: 'run-01' } }))
    call(1, 'workflow.get_session')
    call(2, 'workflow.list_session_objects')
    call(3, 'workflow.get_session')
    await until(() => expect(ids).toEqual([2, 3, 1]))
  })

  it('goes on without a call that does not come', async () => {
    const { seen, get } = inWorld(['GET /users/me#1 is answered', 'GET /orgs/:org_id#1 is answered'])
    await get('/orgs/acme')
    expect(seen).toEqual(['200 /orgs/acme'])
  })

  it('lets a request be aborted that it holds back', async () => {
    const { emulator } = inWorld(['GET /users/me#1 is answered', 'GET /orgs/:org_id#1 is answered'])
    const waiting = emulator.fetch('/v1/orgs/acme', { headers, signal: AbortSignal.timeout(5) })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('begins again with the world', async () => {
    const { emulator, seen, get } = inWorld(['GET /users/me#1 is answered', 'GET /orgs/:org_id#1 is answered'])
    const held = get('/orgs/acme')
    await settled()
    expect(seen).toEqual([])
    emulator.reset()
    await held
    const again = get('/orgs/acme')
    await settled()
    expect(seen).toEqual(['200 /orgs/acme'])
    await Promise.all([again, get('/users/me')])
    expect(seen).toEqual(['200 /orgs/acme', '200 /users/me', '200 /orgs/acme'])
  })

  it('begins at its first call where the settings change', async () => {
    const { emulator, seen, get } = inWorld(['GET /users/me#1 is answered', 'GET /orgs/:org_id#1 is answered'])
    await Promise.all([get('/users/me'), get('/orgs/acme')])
    const { world } = hostOf(emulator)
    world.settings = { ...world.settings, order: ['GET /users/me#1 is answered', 'GET /users/:user_id#1 is answered'] }
    await Promise.all([get('/users/ada'), get('/users/me')])
    expect(seen).toEqual(['200 /users/me', '200 /orgs/acme', '200 /users/me', '200 /users/ada'])
  })

  it('is checked', () => {
    expect(() => inWorld(['GET /users/me is answered'])).toThrow(
      'settings.order[0]: expected a call, its turn, and what happens to it: `GET /users/me#1 is answered`',
    )
  })
})

describe('an order that waits for what does not come', () => {
  /** Timers that the test fires by hand. */
  function timersByHand() {
    const waiting = new Set<{ readonly milliseconds: number; readonly then: () => void }>()
    const timers: Timers = {
      after(milliseconds, then) {
        const timer = { milliseconds, then }
        waiting.add(timer)
        return () => waiting.delete(timer)
      },
    }
    const ring = (milliseconds: number) => {
      for (const timer of [...waiting].filter((each) => each.milliseconds === milliseconds)) {
        waiting.delete(timer)
        timer.then()
      }
    }
    return { timers, ring, count: () => waiting.size }
  }

  it('holds what is not due until its patience is over, says so, and leaves no timer', () => {
    const { timers, ring, count } = timersByHand()
    const emulator = createEmulator({
      settings: { order: ['GET /users/me#1 is answered', 'GET /orgs/:org_id#1 is answered'] },
    })
    const order = new SettingsOrder(hostOf(emulator).world, timers)
    const went: string[] = []
    order.pass('GET /orgs/:org_id#1 is answered', () => went.push('org'))
    ring(10)
    expect([went, order.isKept]).toEqual([[], false])
    ring(500)
    expect(went).toEqual(['org'])
    expect(order.isKept).toBe(false)
    ring(50)
    expect(count()).toBe(0)
  })
})
