import { spawn } from 'node:child_process'
import { expect, it, onTestFailed } from 'vitest'
import { listening, runBuilt } from '../../tests/helpers/cli/running.ts'
import { until } from '../../tests/helpers/until.ts'

it('prints where to ask and a command that works when pasted, stops at the first signal, and exits 0', async () => {
  const server = await listening(runBuilt(['start', '--port', '0']))
  const { out, url } = server
  expect(out).toMatch(/Realtime +ws:\/\/127\.0\.0\.1:\d+\/v1\/realtime/)
  expect(out).toMatch(/Inspector +http:\/\/127\.0\.0\.1:\d+\/__emulator\//)
  expect(out).toContain('World      starter, seed 1, virtual clock at 2026-01-01T00:00:00.000Z')
  const [, key = '', address = ''] = /curl -H 'X-API-Key: (\S+)' (\S+)/.exec(out) ?? []
  const response = await fetch(address, { headers: { 'x-api-key': key } })
  expect(await response.json()).toMatchObject({ status: 'success', user: { alias: 'ada' } })
  expect(address).toBe(`${url}/users/me`)
  server.stop('SIGTERM')
  expect([await server.exit, server.err]).toEqual([0, ''])
})

it.skipIf(process.platform === 'win32')('ends with npx, which tells its shell alone that it was stopped', async () => {
  // `exit` after the command keeps the shell from replacing itself with the server.
  const shell = spawn(
    'sh',
    ['-c', `"${process.execPath}" dist/cli/svc-emulator.js start --port 0 & echo "pid $!"; wait; exit`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: 'svc-emulator' },
    },
  )
  let out = ''
  shell.stdout.on('data', (chunk) => (out += String(chunk)))
  // The output is open for as long as the server runs.
  const closed = new Promise((resolve) => shell.once('close', resolve))
  const pid = await until(() => Number(/pid (\d+)/.exec(out)![1]))
  onTestFailed(() => void process.kill(pid, 'SIGKILL'))
  const url = await until(() => /API +(http:\S+)/.exec(out)![1]!)
  shell.kill('SIGTERM')
  await closed
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
