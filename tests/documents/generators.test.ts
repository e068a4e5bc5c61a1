/** Public generators and linters over the documents: what they write compiles, and they find nothing to complain about. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/catalog.ts'
import { controlCalls } from '../../emulator/control/calls.ts'
import { controlOpenApi } from '../../emulator/control/control-openapi.ts'
import { openApi, openRpc } from '../../emulator/host/documents.ts'
import { startServer } from '../../emulator/transports/node/server.ts'

const folder = resolve('tests/documents')
const generated = resolve(folder, '.generated')

// A tool that hangs is ended: nothing here takes longer than some seconds.
const LONGEST_MS = 120_000

/** Runs a tool of this folder; what it says when it fails is the failure. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const command = promisify(execFile)(resolve(folder, 'node_modules/.bin', tool), args, { cwd: folder, timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 })
  const { stdout } = await command.catch(({ stdout, stderr }) => Promise.reject(new Error(`${tool}: ${stdout}${stderr}`)))
  return stdout
}

/** Compiles all that was written. What it complains of stands in `stdout` of the error. */
function compile(): Promise<unknown> {
  const types = [resolve('node_modules/typescript/bin/tsc'), '-p', folder]
  return promisify(execFile)(process.execPath, types, { timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 })
}

async function write(name: string, content: unknown): Promise<string> {
  const file = resolve(generated, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

beforeAll(async () => {
  await rm(generated, { recursive: true, force: true })
  await write('openapi.json', openApi(catalog))
  await write('openrpc.json', openRpc(catalog))
  await write('control.json', controlOpenApi(controlCalls))
})

describe.each(['openapi', 'control'])('%s.json', (name) => {
  const document = resolve(generated, `${name}.json`)

  it('is without a warning of redocly', async () => {
    const report = JSON.parse(await run('redocly', 'lint', '--extends', 'recommended', '--format', 'json', document)) as { problems: { ruleId: string; message: string }[] }
    expect(report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('is without a warning of spectral', async () => {
    const ruleset = await write('spectral.yaml', 'extends: ["spectral:oas"]\n')
    expect(JSON.parse(await run('spectral', 'lint', '--ruleset', ruleset, '--fail-severity', 'hint', '--format', 'json', '--quiet', document) || '[]')).toEqual([])
  })

  it('is read by openapi-typescript, oazapfts, hey-api and orval', async () => {
    await mkdir(resolve(generated, 'oazapfts'), { recursive: true })
    await run('openapi-typescript', document, '-o', resolve(generated, `openapi-typescript/${name}.ts`))
    await run('oazapfts', document, resolve(generated, `oazapfts/${name}.ts`))
    await run('openapi-ts', '-i', document, '-o', resolve(generated, `hey-api/${name}`))
    await run('orval', '--input', document, '--output', resolve(generated, `orval/${name}.ts`), '--client', 'fetch')
  })
})

// Its template writes `public <name>` and `request("<name>")` from one and the same name, so no document with a dot in its methods compiles.
describe('openrpc.json is read by the generator of OpenRPC', () => {
  const client = resolve(generated, 'open-rpc/client/typescript/src/index.ts')

  it('which writes names with a dot as they are: nothing else keeps its code from compiling', async () => {
    await run('open-rpc-generator', 'generate', '-t', 'client', '-l', 'typescript', '-d', resolve(generated, 'openrpc.json'), '-o', resolve(generated, 'open-rpc'))
    const written = (await readFile(client, 'utf8')).split('\n')
    const dotted = written.flatMap((line, index) => (/^ {2}public [a-z_]+\.[a-z_]+:/.test(line) ? [index + 1] : []))
    expect(dotted).toHaveLength(openRpc(catalog).methods.length)
    const { stdout } = await compile().then(() => ({ stdout: '' }), (error: { stdout: string }) => error)
    const complaints = [...String(stdout).matchAll(/open-rpc\/client\/typescript\/src\/index\.ts\((\d+),/g)].map(([, line]) => Number(line))
    expect(new Set(complaints)).toEqual(new Set(dotted))
  })

  it('and whose calls by name its own check refuses: mended as docs/write-a-client.md says, they are answered', async () => {
    const [, script] = /```js file=(mend-client\.mjs\n[^`]+)```/.exec(await readFile(resolve('docs/write-a-client.md'), 'utf8'))!
    await write('open-rpc/client/typescript/mend-client.mjs', script!.slice(script!.indexOf('\n')))
    await promisify(execFile)(process.execPath, ['mend-client.mjs'], { cwd: resolve(generated, 'open-rpc/client/typescript') })
    await using server = await startServer({ port: 0 })
    const { default: Client } = await import(client) as { default: new (options: object) => GeneratedClient }
    const api = new Client({ transport: { type: 'websocket', host: '127.0.0.1', port: Number(new URL(server.url).port), path: '/v1/realtime' } })
    expect(await api['session.authenticate'](undefined, 'svc-key-ada-admin')).toEqual({})
    expect((await api['workflow.list_sessions']('acme') as { sessions: object[] }).sessions).toHaveLength(10)
    api.rpc.close()
  })
})

type GeneratedClient = Record<'session.authenticate' | 'workflow.list_sessions', (...params: unknown[]) => Promise<unknown>> & { rpc: { close(): void } }

it('what they wrote compiles', async () => {
  await expect(compile().catch(({ stdout }) => Promise.reject(new Error(String(stdout).slice(0, 4_000))))).resolves.toBeDefined()
})

it('uploads have a body, and names are those of the documents', async () => {
  const sdk = await readFile(resolve(generated, 'hey-api/openapi/types.gen.ts'), 'utf8')
  expect(sdk).toMatch(/export type UploadModelData = \{\s+body: Blob \| File;/)
  for (const name of ['GetUserResponse', 'OrgLimits', 'UserLimits', 'Firing', 'GraphElement', 'CreatedApiKey', 'WorkflowListSessionsData']) {
    expect(sdk).toMatch(new RegExp(`export type ${name} =`))
  }
})
