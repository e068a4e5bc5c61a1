import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { catalog } from '../../emulator/service/catalog.ts'
import { openApi, openRpc } from '../../emulator/host/documents.ts'
import type { Program } from '../shared/command.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { openapi } from './openapi.ts'
import { openrpc } from './openrpc.ts'
import { svcEmulator } from './program.ts'

const program: Program = { ...svcEmulator, commands: [openapi, openrpc] }
const call = (...argv: string[]) => run(program, argv, '/nowhere')

describe('svc-emulator openapi and openrpc', () => {
  it('print the documents', async () => {
    expect(JSON.parse((await call('openapi')).stdout)).toEqual(openApi(catalog))
    expect(JSON.parse((await call('openrpc')).stdout)).toEqual(openRpc(catalog))
  })

  it('name another server, and write YAML', async () => {
    const { exit, stdout } = await call('openapi', '--yaml', '--url', 'https://api.example.com/v1')
    expect(exit).toBe(0)
    expect(parse(stdout)).toEqual(openApi(catalog, 'https://api.example.com/v1'))
    expect(JSON.parse((await call('openrpc', '--url', 'wss://api.example.com')).stdout).servers).toEqual([
      { name: 'emulator', url: 'wss://api.example.com' },
    ])
  })

  it('print the document of the control API', async () => {
    expect(JSON.parse((await call('openapi', '--control')).stdout)).toMatchObject({
      info: { title: 'svc-emulator control API' },
      paths: { '/health': {} },
    })
  })

  it('refuse what they do not take', async () => {
    expect(await call('openapi', '--yml')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('did you mean --yaml?'),
    })
    expect((await call('openrpc', 'file')).exit).toBe(2)
  })
})
