import { expect, it, vi } from 'vitest'
import { createHandlers } from '../adapters/msw/msw.ts'
import { createEmulator, type Emulator } from '../index.ts'
import { hostOf } from './instance-of.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }

/** Plants a defect: every look at operations throws. */
function breakOperations(emulator: Emulator): void {
  Object.defineProperty(hostOf(emulator).world, 'operations', {
    get: () => {
      throw new TypeError('x is not a function')
    },
  })
}

const operation = '/v1/operations/00000000-0000-4000-8000-000000000e01'
const told = [
  expect.stringMatching(
    /^GET \/operations\/:operation_id was answered internal_error because of a defect of the emulator:\nTypeError: x is not a function\n {4}at [^]*\nPlease report it: `npx svc-emulator doctor` prints what a report needs, GET \/__emulator\/bundle \(in process emulator\.fetch\('\/__emulator\/bundle'\)\) gives the run as a file\.$/,
  ),
]

it.each([true, false])(
  'a defect of the emulator is told once, with how to report it (journal: %s)',
  async (journal) => {
    const lines: string[] = []
    const emulator = createEmulator({ journal, warn: (line) => lines.push(line) })
    breakOperations(emulator)
    for (const path of [operation, operation, '/v1/users/me']) await emulator.fetch(path, ada)
    expect(lines).toEqual(told)
  },
)

it('goes to the console by default, through msw as well', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const emulator = createEmulator()
  breakOperations(emulator)
  const [handler] = createHandlers(emulator, { baseUrl: 'https://api.svc.test/v1', realtimeUrl: false })
  const request = new Request(`https://api.svc.test${operation}`, ada)
  const { response } = (await handler!.run({ request, requestId: '1' } as never)) as { response: Response }
  expect(response.status).toBe(500)
  expect(warn.mock.calls).toEqual([told])
  warn.mockRestore()
})

it('a hook of the user that fails is told as such, and nothing is to report', async () => {
  const lines: string[] = []
  const emulator = createEmulator({
    beside: () => Promise.reject(new Error('no database')),
    warn: (line) => lines.push(line),
  })
  await emulator.fetch('/healthz?token=secret')
  expect(lines).toEqual([
    expect.stringMatching(
      /^GET \/healthz was answered internal_error because the hook `beside` failed:\nError: no database\n/,
    ),
  ])
  expect(lines[0]).not.toMatch(/report|secret/)
})

it('a fault that a trigger makes is none', async () => {
  const lines: string[] = []
  const emulator = createEmulator({ warn: (line) => lines.push(line) })
  emulator.triggers.add({ when: { endpoint: '*' }, do: { fail: { error: 'internal_error' } } })
  expect((await emulator.fetch('/v1/users/me', ada)).status).toBe(500)
  expect(lines).toEqual([])
})

it('what fails on a world with broken statements is none', async () => {
  const lines: string[] = []
  const emulator = createEmulator({ settings: { broken: ['user.has-name'] }, warn: (line) => lines.push(line) })
  breakOperations(emulator)
  expect((await emulator.fetch(operation, ada)).status).toBe(500)
  expect(lines).toEqual([])
})
