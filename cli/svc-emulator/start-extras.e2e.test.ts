import { spawn, type ChildProcess } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts the command, and returns the URL of its API. */
function started(...args: string[]): Promise<string> {
  return startedBy([], ...args)
}

/** Starts the command with options of Node. */
async function startedBy(node: readonly string[], ...args: string[]): Promise<string> {
  let out = ''
  child = spawn(
    process.execPath,
    [...node, 'dist/cli/svc-emulator.js', 'start', '--port', '0', '--log', 'silent', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  child.stdout!.on('data', (chunk) => {
    out += String(chunk)
  })
  return until(() => /API +(\S+)\n/.exec(out)![1]!)
}

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

it('has what a plain start leaves out once the control API is asked', async () => {
  const url = await started()
  const me = async (): Promise<unknown> => (await fetch(`${url}/users/me`, { headers: ada })).json()
  const send = (path: string, method: string, body: unknown): Promise<Response> =>
    fetch(`${url.replace('/v1', '/__emulator')}${path}`, { method, headers: ada, body: JSON.stringify(body) })
  expect(await me()).toHaveProperty('user.name')

  const when = { endpoint: 'GET /users/:user_id', params: { user_id: { matches: '^be' } } }
  expect((await send('/triggers', 'POST', { when, do: [{ fail: { error: 'forbidden' } }] })).status).toBe(201)
  expect((await fetch(`${url}/users/ben`, { headers: ada })).status).toBe(403)

  const state = (await (await fetch(`${url.replace('/v1', '/__emulator')}/export`)).json()) as { settings: object }
  expect(
    (await send('/export', 'PUT', { ...state, settings: { ...state.settings, broken: ['user.has-name'] } })).status,
  ).toBe(200)
  expect(await me()).not.toHaveProperty('user.name')
  expect(
    (
      await send('/export', 'PUT', {
        ...state,
        settings: { ...state.settings, unspecified: 'refuse', order: ['GET /users/me#1 is answered'] },
      })
    ).status,
  ).toBe(200)
  expect(await me()).toHaveProperty('user.name')
})

it('starts with what only some starts need', async () => {
  const url = await started('--broken', 'user.has-name', '--fixtures', 'large', '--unspecified', 'vary')
  expect(await (await fetch(`${url}/users/me`, { headers: ada })).json()).toMatchObject({ status: 'success' })
})

// The first such number makes Node load all its locales: a tenth of a start.
it('words no number for a locale before its first answer', async () => {
  const refusal = `Number.prototype.toLocaleString = () => { throw new Error('worded for a locale') }`
  const url = await startedBy(['--import', `data:text/javascript,${encodeURIComponent(refusal)}`])
  expect((await fetch(`${url}/users/me`, { headers: ada })).status).toBe(200)
})

it('deletes worlds after --idle, unless they say how long', async () => {
  const url = await started('--idle', '1ms')
  const controls = url.replace('/v1', '/__emulator')
  const make = (body: object) =>
    fetch(`${controls}/worlds`, { method: 'POST', headers: ada, body: JSON.stringify(body) })
  for (const body of [{ name: 'mia' }, { name: 'leo', idle: '1h' }]) expect((await make(body)).status).toBe(201)
  await until(async () =>
    expect(await (await fetch(`${controls}/worlds`)).json()).toMatchObject({ worlds: [{ name: 'leo' }] }),
  )
  expect((await fetch(`${url.replace('/v1', '/w/mia/v1')}/users/me`, { headers: ada })).status).toBe(404)
  expect((await fetch(`${url}/users/me`, { headers: ada })).status).toBe(200)
})
