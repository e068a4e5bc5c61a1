/** Public generators and linters over the documents: what they write compiles, and they find nothing to complain about. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import { controlOpenApi } from '../../emulator/host/control-api/openapi.ts'
import { openApi, openRpc } from '../../emulator/host/documents.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { folder, LONGEST_MS, runTool, runToolIn } from './run-tool.ts'

const generated = resolve(folder, '.generated')

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
  await write('control.json', controlOpenApi())
})

describe.each(['openapi', 'control'])('%s.json', (name) => {
  const document = resolve(generated, `${name}.json`)

  it('is without a warning of redocly', async () => {
    const report = JSON.parse(
      await runTool('redocly', 'lint', '--extends', 'recommended', '--format', 'json', document),
    ) as { problems: { ruleId: string; message: string }[] }
    expect(report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('is without a warning of spectral', async () => {
    const ruleset = await write('spectral.yaml', 'extends: ["spectral:oas"]\n')
    expect(
      JSON.parse(
        (await runTool(
          'spectral',
          'lint',
          '--ruleset',
          ruleset,
          '--fail-severity',
          'hint',
          '--format',
          'json',
          '--quiet',
          document,
        )) || '[]',
      ),
    ).toEqual([])
  })

  it('is read by openapi-typescript, oazapfts, hey-api and orval', async () => {
    await mkdir(resolve(generated, 'oazapfts'), { recursive: true })
    await runTool('openapi-typescript', document, '-o', resolve(generated, `openapi-typescript/${name}.ts`))
    await runTool('oazapfts', document, resolve(generated, `oazapfts/${name}.ts`))
    await runTool('openapi-ts', '-i', document, '-o', resolve(generated, `hey-api/${name}`))
    await runTool('orval', '--input', document, '--output', resolve(generated, `orval/${name}.ts`), '--client', 'fetch')
  })
})

describe('openrpc.json is read by the generator of OpenRPC', () => {
  // Its template writes `public <name>` and `request("<name>")` from one and the same name: docs/decisions/0490.
  it('whose own client writes names with a dot as they are: nothing else keeps it from compiling', async () => {
    const outside = resolve(generated, 'open-rpc')
    await runTool(
      'open-rpc-generator',
      'generate',
      '-t',
      'client',
      '-l',
      'typescript',
      '-d',
      resolve(generated, 'openrpc.json'),
      '-o',
      outside,
    )
    const written = (await readFile(resolve(outside, 'client/typescript/src/index.ts'), 'utf8')).split('\n')
    const dotted = written.flatMap((line, index) => (/^ {2}public [a-z_]+\.[a-z_]+:/.test(line) ? [index + 1] : []))
    expect(dotted).toHaveLength(openRpc(catalog).methods.length)
    const { stdout } = await compile().then(
      () => ({ stdout: '' }),
      (error: { stdout: string }) => error,
    )
    const complaints = [...String(stdout).matchAll(/open-rpc\/client\/typescript\/src\/index\.ts\((\d+),/g)].map(
      ([, line]) => Number(line),
    )
    expect(new Set(complaints)).toEqual(new Set(dotted))
    await rm(outside, { recursive: true })
  })

  it('whose component of docs/write-a-client.md writes calls that compile as they are, and are answered', async () => {
    const folder = resolve(generated, 'open-rpc-calls')
    const page = await readFile(resolve('docs/write-a-client.md'), 'utf8')
    for (const [, file, text] of page.matchAll(
      /```\w+ file=(calls-component\.cjs|open-rpc-generator-config\.json|calls\.js)\n([^]+?)```/g,
    ))
      await write(`open-rpc-calls/${file}`, text)
    await copyFile(resolve(generated, 'openrpc.json'), resolve(folder, 'openrpc.json'))
    await runToolIn(folder, 'open-rpc-generator', 'generate', '-c', 'open-rpc-generator-config.json')
    await write('open-rpc-calls/use.ts', USE)
    await using server = await startServer({ port: 0 })
    const { use } = (await import(resolve(folder, 'use.ts'))) as { use: (url: string) => Promise<unknown> }
    expect(await use(server.realtimeUrl)).toEqual({ sessions: 10, definition: 'ingest' })
  })
})

/** Compiled with the rest: what the types refuse is part of the test. */
const USE = `
import { connect } from './calls.js'
import type { WorkflowListSessionsResult } from './generated/calls.ts'

export async function use(url: string) {
  const { call, close } = connect(url)
  try {
    await call('session.authenticate', { api_key: 'svc-key-ada-admin' })
    const page: WorkflowListSessionsResult = await call('workflow.list_sessions', { org_id: 'acme' })
    const { definition } = await call('workflow.get_definition', { definition_id: 'ingest' })
    return { sessions: page.sessions.length, definition: definition.alias }
  } finally {
    close()
  }
}

export function refused({ call }: ReturnType<typeof connect>) {
  // @ts-expect-error there is no such method
  void call('workflow.list_session', { org_id: 'acme' })
  // @ts-expect-error a parameter is required
  void call('workflow.list_sessions', {})
  // @ts-expect-error there is no such parameter
  void call('workflow.list_sessions', { org_id: 'acme', limit: 5 })
}
`

it('what they wrote compiles', async () => {
  await expect(
    compile().catch(({ stdout }) => Promise.reject(new Error(String(stdout).slice(0, 4_000)))),
  ).resolves.toBeDefined()
})

it('uploads have a body, and names are those of the documents', async () => {
  const sdk = await readFile(resolve(generated, 'hey-api/openapi/types.gen.ts'), 'utf8')
  expect(sdk).toMatch(/export type UploadModelData = \{\s+body: Blob \| File;/)
  for (const name of [
    'GetUserResponse',
    'OrgLimits',
    'UserLimits',
    'Firing',
    'GraphElement',
    'CreatedApiKey',
    'WorkflowListSessionsData',
  ]) {
    expect(sdk).toMatch(new RegExp(`export type ${name} =`))
  }
})
