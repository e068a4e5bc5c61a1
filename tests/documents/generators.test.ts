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

it('openrpc.json is read by the generator of OpenRPC, which writes names with a dot as they are', async () => {
  await run('open-rpc-generator', 'generate', '-t', 'client', '-l', 'typescript', '-d', resolve(generated, 'openrpc.json'), '-o', resolve(generated, 'open-rpc'))
  const client = resolve(generated, 'open-rpc/client/typescript/src/index.ts')
  // docs/write-a-client.md gives this as a line of sed.
  await writeFile(client, (await readFile(client, 'utf8')).replace(/^( {2}public )([a-z_]+\.[a-z_]+):/gm, '$1"$2":'))
})

it('what they wrote compiles', async () => {
  const types = [resolve('node_modules/typescript/bin/tsc'), '-p', folder]
  const compiled = promisify(execFile)(process.execPath, types, { timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 })
  await expect(compiled.catch(({ stdout }) => Promise.reject(new Error(String(stdout).slice(0, 4_000))))).resolves.toBeDefined()
})

it('uploads have a body, and names are those of the documents', async () => {
  const sdk = await readFile(resolve(generated, 'hey-api/openapi/types.gen.ts'), 'utf8')
  expect(sdk).toMatch(/export type UploadModelData = \{\s+body: Blob \| File;/)
  for (const name of ['GetUserResponse', 'OrgLimits', 'UserLimits', 'Firing', 'GraphElement', 'CreatedApiKey', 'WorkflowListSessionsData']) {
    expect(sdk).toMatch(new RegExp(`export type ${name} =`))
  }
})
