import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { lookAt } from '../../cli/svc-emulator/record/target.ts'
import { sourceFiles } from '../helpers/source-files.ts'

/** Address of a server that answers each request with JSON of an emulator's health, as large as it says. */
async function serveHealth(pad: number) {
  const health = { scenario: 'starter', seed: 1, now: '2026-01-01T00:00:00.000Z', uptime_ms: 1, triggers: [] }
  const body = gzipSync(JSON.stringify({ ...health, pad: 'x'.repeat(pad) }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const server = createServer((_, response) => response.writeHead(200, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, [Symbol.asyncDispose]: close }
}

it('record counts unpacked bytes: what is larger than any answer of an emulator is none', async () => {
  await using small = await serveHealth(1)
  await using large = await serveHealth(20 * 1024 * 1024)
  expect((await lookAt(small.url, undefined)).start).not.toEqual({})
  expect((await lookAt(large.url, undefined)).start).toEqual({})
})

/** Files that read a whole answer without a bound, and why. */
const whole: Readonly<Record<string, string>> = {
  'emulator/adapters/msw/audit-report.ts': 'answers of handlers, in this process',
  'emulator/adapters/panel/open-inspector.ts': 'answers of the origin of the page',
  'emulator/lab/audit/compare-with-world.ts': 'answers of the emulator, in this process',
  'emulator/scenario/control-client/control-client.ts': 'the reader, of a body without a stream',
}

it('no other file reads an answer without a bound', () => {
  const found = ['cli', 'emulator/scenario', 'emulator/lab', 'emulator/adapters']
    .flatMap(sourceFiles)
    .filter((file) => !file.includes('/sample/'))
    .filter((file) => {
      const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
      return /(?:response|answer|reply|clone\(\)|\))\.(?:json|text|arrayBuffer|blob|bytes)\(\)/.test(code)
    })
  expect(found.toSorted()).toEqual(Object.keys(whole))
})
