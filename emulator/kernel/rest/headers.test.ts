import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'

const me = (emulator: ReturnType<typeof createEmulator>, path = '/users/me') => emulator.fetch(`http://emulator/v1${path}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })

describe('explain', () => {
  it('adds what decided an answer to its headers, and nothing to its body', async () => {
    const plain = await me(createEmulator())
    const emulator = createEmulator({ explain: true })
    const explained = await me(emulator)
    expect(await explained.text()).toBe(await plain.text())
    expect(plain.headers.get('x-svc-emulator-clauses')).toBeNull()
    const [entry] = emulator.journal.entries()
    expect(explained.headers.get('x-svc-emulator-clauses')).toBe(entry!.clauses.join(', '))
    expect(entry!.clauses).toContain('users.get.answers-user')
    // Only its undocumented fields are assumed.
    expect(explained.headers.get('x-svc-emulator-assumptions')).toBe('A-17')
  })

  it('names assumptions, and differs from answer to answer', async () => {
    const emulator = createEmulator({ explain: true })
    const refused = await me(emulator, '/users/nobody')
    expect(refused.headers.get('x-svc-emulator-assumptions')).toContain('A-7')
    expect((await me(emulator)).headers.get('x-svc-emulator-clauses')).not.toBe(refused.headers.get('x-svc-emulator-clauses'))
    expect((await me(emulator, '/user')).headers.get('x-svc-emulator-assumptions')).toBe('A-7')
  })

  it('goes with the headers that a page of another origin needs', async () => {
    const [plain, both] = [createEmulator({ explain: true }), createEmulator({ explain: true, cors: true })]
    const crossOrigin = Object.fromEntries((await me(createEmulator({ cors: true }))).headers)
    expect(crossOrigin).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-expose-headers': expect.stringContaining('x-svc-emulator-clauses') })
    for (const path of ['/users/me', '/users/nobody']) {
      expect(Object.fromEntries((await me(both, path)).headers)).toEqual({ ...crossOrigin, ...Object.fromEntries((await me(plain, path)).headers) })
    }
  })

  it('names triggers', async () => {
    const emulator = createEmulator({ explain: true })
    emulator.triggers.add({ name: 'down', when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'internal_error' } }] })
    expect((await me(emulator)).headers.get('x-svc-emulator-triggers')).toBe('down')
    expect((await me(emulator, '/users/ben')).headers.get('x-svc-emulator-triggers')).toBeNull()
  })
})
