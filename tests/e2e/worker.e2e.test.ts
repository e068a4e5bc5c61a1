import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../helpers/until.ts'
import { type RunningServer, startServer } from '../../emulator/adapters/node/server.ts'
import { svc } from '../../cli/svc/program.ts'
import { svcWorker } from '../../cli/svc-worker/program.ts'
import { bins, finished, startBin } from '../helpers/cli/bins.ts'
import { newHome, run } from '../helpers/cli/in-process.ts'

let server: RunningServer
let home: string
beforeEach(async () => {
  server = await startServer()
  home = newHome()
})
afterEach(() => server.close())

const login = (key: string, profile = 'work') =>
  run(
    svc,
    ['login', '--profile', profile, '--api-key', key, '--api-url', server.url, '--realtime-url', server.realtimeUrl],
    home,
  )
const once = (...flags: string[]) => run(svcWorker, ['start', '--once', ...flags], home)
const ada = '00000000-0000-4000-8000-0000000000a1'

/** Waits until the program has printed `text` for the `count`th time. */
function printed(child: ChildProcessWithoutNullStreams, text: string, count = 1): Promise<void> {
  let seen = ''
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      seen += String(chunk)
      if (seen.split(text).length > count) resolve()
    })
  })
}

describe('svc-worker against a started emulator', () => {
  it('reports its profile on the first line, gets ready, and stops cleanly on SIGTERM', async () => {
    await login('svc-key-ada-admin')
    const child = startBin(bins.worker, ['start'], { home })
    const ended = finished(child)
    await printed(child, 'ready at')
    child.kill('SIGTERM')
    const { exit, signal, stdout, stderr } = await ended
    expect({ exit, signal, stderr }).toEqual({ exit: 0, signal: null, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      `svc-worker: profile 'work' (${ada}) at ${server.url}`,
      `svc-worker: ready at ${server.realtimeUrl}`,
      'svc-worker: stopped',
      '',
    ])
  })

  it('notices at its next start that the profile became another user', async () => {
    await login('svc-key-ada-admin')
    expect(await once()).toMatchObject({ exit: 0 })
    await login('svc-key-ben-admin')
    expect(await once()).toMatchObject({ exit: 1, stderr: expect.stringContaining('error: USER_IDENTITY_MISMATCH: ') })
    expect(await once('--repin')).toMatchObject({ exit: 0 })
    await run(svc, ['logout', '--all'], home)
    expect(await once()).toMatchObject({ exit: 1, stderr: expect.stringContaining('error: CREDENTIALS_NOT_FOUND: ') })
  })

  it('comes back when the service does', async () => {
    await login('svc-key-ada-admin')
    const { port } = new URL(server.url)
    const child = startBin(bins.worker, ['start'], { home })
    const ended = finished(child)
    const again = printed(child, 'ready at', 2)
    await printed(child, 'ready at')
    const lost = printed(child, 'not connected')
    await server.close()
    await lost
    // Another process may have been given the port in the meantime, for a connection of its own.
    server = await until(() => startServer({ port: Number(port) }))
    await again
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ exit: 0, stderr: '' })
  })
})
