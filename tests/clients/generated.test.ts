/** The OpenAPI document through a public generator: its types compile, and a client on them drives the emulator. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { setupServer } from 'msw/node'
import openapiTS, { astToString } from 'openapi-typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import { openApi } from '../../emulator/host/documents.ts'
import { createEmulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { drive } from './generated-client.ts'
import { mswMajor } from './msw-major.ts'

const folder = resolve('tests/clients')

beforeAll(async () => {
  const types = astToString(await openapiTS(openApi(catalog) as never))
  await mkdir(resolve(folder, '.generated'), { recursive: true })
  await writeFile(resolve(folder, '.generated/api.ts'), types)
})

it('openapi-typescript writes types that compile, and that refuse what is wrong', async () => {
  const compiled = promisify(execFile)(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
    { cwd: folder },
  )
  await expect(compiled.catch(({ stdout }) => Promise.reject(new Error(String(stdout))))).resolves.toBeDefined()
})

const done = {
  role: 'owner',
  org: 'mine',
  refused: [409, 'alias_taken'],
  revisions: ['4 ready', '3 failed', '2 failed', '1 ready'],
  sessions: ['run-25', 'run-24', 'run-23', 'run-22', 'run-21', 'run-20', 'run-19', 'run-18', 'run-17', 'run-16'],
  lastSession: expect.stringMatching(/^[0-9a-f-]{36}$/),
  removed: 'success',
}

describe('openapi-fetch', () => {
  it('server', async () => {
    await using server = await startServer()
    expect(await drive(server.url, (request) => fetch(request))).toEqual(done)
  })

  it(`msw ${mswMajor}`, async () => {
    const emulator = createEmulator()
    const server = setupServer(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
    server.listen({ onUnhandledRequest: 'error' })
    expect(await drive('http://api.svc.test/v1', (request) => fetch(request))).toEqual(done)
    server.close()
  })

  it('emulator.fetch', async () => {
    const emulator = createEmulator()
    expect(await drive('http://emulator/v1', (request) => emulator.fetch(request))).toEqual(done)
    expect(emulator.journal.entries({ error: 'internal_error' })).toEqual([])
  })
})
