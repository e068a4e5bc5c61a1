import { expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { instanceOf } from './instance-of.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const at = async (path: string, headers: Record<string, string> = browser, method = 'GET') => {
  const emulator = createEmulator()
  await emulator.fetch('http://127.0.0.1:4010/__emulator/worlds', { method: 'POST' })
  const response = await emulator.fetch(`http://127.0.0.1:4010${path}`, { method, headers, redirect: 'manual' })
  return [response.status, response.headers.get('location')]
}

it.each([
  ['/', '/__emulator/'],
  ['/w/w1', '/w/w1/__emulator/'],
  ['/w/w1/', '/w/w1/__emulator/'],
])('leads a browser from %s to the inspector at %s', async (path, location) => {
  expect(await at(path)).toEqual([302, location])
})

it('leads no program, no other path and no other method there', async () => {
  expect(await at('/', { accept: 'application/json' })).toEqual([404, null])
  expect(await at('/', {})).toEqual([404, null])
  expect(await at('/', browser, 'POST')).toEqual([404, null])
  expect(await at('/v1')).toEqual([404, null])
  expect(await at('/index.html')).toEqual([404, null])
  expect(await at('/w/w9/')).toEqual([404, null])
})

it('says to a program at / where the inspector is', async () => {
  const response = await createEmulator().fetch('http://127.0.0.1:4010/')
  expect(await response.json()).toMatchObject({
    error: 'endpoint_not_found',
    message: "No endpoint has the path '/': the paths of this API start with /v1/. The inspector is at /__emulator/.",
  })
})

it.each(['', '/w/w1'])('takes the icon that browsers ask %s for as no request of the API', async (prefix) => {
  const emulator = createEmulator()
  await emulator.fetch('http://127.0.0.1:4010/__emulator/worlds', { method: 'POST' })
  expect((await emulator.fetch(`http://127.0.0.1:4010${prefix}/favicon.ico`)).status).toBe(404)
  await emulator.fetch('http://127.0.0.1:4010/v1/favicon.ico')
  expect(emulator.journal.entries().map(({ request }) => request.url)).toEqual(['/v1/favicon.ico'])
  expect(emulator.coverage().assumptions.items.find(({ id }) => id === 'A-386')!.count).toBe(1)
})

it('leaves the icon to the hook `beside`', async () => {
  const emulator = createEmulator({ beside: () => new Response('icon') })
  expect(await (await emulator.fetch('http://127.0.0.1:4010/favicon.ico')).text()).toBe('icon')
})

it('leads nowhere where there is no control API', async () => {
  const emulator = createEmulator()
  instanceOf(emulator).site.control = undefined
  expect((await emulator.fetch('http://127.0.0.1:4010/', { headers: browser, redirect: 'manual' })).status).toBe(404)
})
