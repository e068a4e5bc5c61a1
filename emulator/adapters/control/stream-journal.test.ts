import { describe, expect, it, vi } from 'vitest'
import { controlOf, type TestControl } from '../../../tests/helpers/control.ts'

async function open(control: TestControl, query = '', headers: Record<string, string> = {}) {
  const response = await control.emulator.fetch(`http://emulator/__emulator/journal/stream${query}`, { headers })
  const reader = response.body!.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toBe(': open\n\n')
  return { response, next, reader }
}

const idOf = (text: string) => /^event: exchange\nid: (\d+)\ndata: \{.*\}\n\n$/.exec(text)?.[1]

describe('GET /journal/stream', () => {
  it('sends each entry as it is recorded', async () => {
    const control = controlOf()
    await control.api('GET', '/users/me')
    const { response, next, reader } = await open(control)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await control.api('GET', '/users/ben')
    const text = await next()
    expect(idOf(text)).toBe('2')
    expect(JSON.parse(/^data: (.*)$/m.exec(text)![1]!)).toMatchObject({
      unit: 'GET /users/:user_id',
      request: { url: '/v1/users/ben' },
    })
    await reader.cancel()
  })

  it('sends first what came since `after` or Last-Event-ID', async () => {
    const control = controlOf()
    for (let i = 0; i < 3; i++) await control.api('GET', '/users/me')
    expect(idOf(await (await open(control, '?after=2')).next())).toBe('3')
    expect(idOf(await (await open(control, '', { 'last-event-id': '1' })).next())).toBe('2')
  })

  it('sends a long past as it is read, and misses nothing of what others do meanwhile', async () => {
    const control = controlOf()
    for (let i = 0; i < 600; i++) await control.api('GET', '/users/me')
    const rendered = vi.spyOn(control.emulator.journal, 'rendered')
    const { next, reader } = await open(control, '?after=0')
    const numbers: string[] = []
    for (; numbers.length < 300; expect(rendered.mock.calls.length).toBeLessThanOrEqual(numbers.length + 2))
      numbers.push(idOf(await next())!)
    for (let i = 0; i < 2; i++) await control.api('GET', '/users/ben')
    while (numbers.length < 602) numbers.push(idOf(await next())!)
    expect(numbers).toEqual(Array.from({ length: 602 }, (_, n) => String(n + 1)))
    await control.api('GET', '/users/ben')
    expect(idOf(await next())).toBe('603')
    await reader.cancel()
    expect(control.emulator.journal.listeners).toBe(0)
  })

  it('filters', async () => {
    const control = controlOf()
    const { next } = await open(control, '?status=404')
    await control.api('GET', '/users/me')
    await control.api('GET', '/users/nobody')
    expect(idOf(await next())).toBe('2')
  })

  it('stops listening when the client goes away', async () => {
    const control = controlOf()
    const { reader } = await open(control)
    expect(control.emulator.journal.listeners).toBe(1)
    await reader.cancel()
    expect(control.emulator.journal.listeners).toBe(0)
  })
})
