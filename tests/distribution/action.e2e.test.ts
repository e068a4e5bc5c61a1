import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { validateAction } from '@action-validator/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Project, unpack } from '../helpers/project.ts'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'action.yml'), 'utf8')

interface Action {
  readonly inputs: Record<string, { readonly default: string }>
  readonly outputs: Record<string, { readonly value: string }>
  readonly runs: { readonly steps: readonly [{ readonly run: string; readonly env: Record<string, string> }] }
}

const action = parse(text) as Action
const temp = mkdtempSync(join(tmpdir(), 'svc-runner-'))
const served: number[] = []
let project: Project
let unpacked: string

beforeAll(() => {
  unpacked = unpack()
  project = new Project(unpacked)
})
afterAll(async () => {
  for (const pid of served) process.kill(pid, 'SIGTERM')
  await project.remove()
  for (const folder of [dirname(unpacked), temp]) rmSync(folder, { recursive: true, force: true })
})

/** Runs the step as a runner does: inputs filled into its environment, outputs read from a file. */
async function start(
  inputs: Record<string, string>,
): Promise<{ exit: number | null; output: string; outputs: Record<string, string> }> {
  const [{ run, env }] = action.runs.steps
  const given = (expression: string): string =>
    expression.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? `no input ${name}`,
    )
  const results = join(temp, `output-${served.length}-${Object.keys(inputs).join('-')}`)
  const { exit, output } = await project.run(run, {
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, given(value)])),
    GITHUB_ACTION_PATH: root,
    GITHUB_OUTPUT: results,
    RUNNER_TEMP: temp,
  })
  const pid = /\(process (\d+),/.exec(output)?.[1]
  if (pid !== undefined) served.push(Number(pid))
  const lines = exit === 0 ? readFileSync(results, 'utf8').trim().split('\n') : []
  return {
    exit,
    output,
    outputs: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
  }
}

it('is an action as GitHub defines one', () => {
  expect(validateAction(text)).toEqual({ actionType: 'action', errors: [] })
})

it('starts the emulator, waits for it, and tells where it is', async () => {
  const { exit, output, outputs } = await start({ port: '0', scenario: 'flaky-identity', args: '--seed 9' })
  expect(exit, output).toBe(0)
  expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs))
  const health = await (await fetch(`${outputs['control-url']}/health`)).json()
  expect(health).toMatchObject({ status: 'ok', scenario: 'flaky-identity', seed: 9 })
  expect((await fetch(`${outputs['url']}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status).toBe(
    500,
  )
  expect(outputs['realtime-url']).toMatch(/^ws:.*\/v1\/realtime$/)
  expect(readFileSync(outputs['log'] ?? '', 'utf8')).toContain('flaky-identity')
})

it('fails with what the emulator said when it cannot serve', async () => {
  const { exit, output } = await start({ port: '0', scenario: 'flaky-identty' })
  expect(exit).toBe(1)
  expect(output).toContain('::error::svc-emulator ended before it served')
  expect(output).toContain("did you mean 'flaky-identity'?")
})
