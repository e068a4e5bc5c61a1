/** Runs the built `svc-emulator record` between a client and a target. This process serves the target and replays. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import { createEmulator, type EmulatorOptions } from '../../../emulator/index.ts'
import { startServer, type RunningServer } from '../../../emulator/adapters/node/server.ts'
import { svcEmulator } from '../../../cli/svc-emulator/program.ts'
import { run as runInProcess } from './in-process.ts'

export interface Run {
  readonly child: ChildProcess
  out: string
  err: string
  readonly exit: Promise<number | null>
}

const running: ChildProcess[] = []
const targets: RunningServer[] = []

/** Environment of started programs. */
export const env: Record<string, string | undefined> = {}

export let folder: string

/** Gives each test of the file a folder, and ends its programs. */
export function aloneInAFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-record-'))
    Object.assign(env, process.env, { ADA: 'svc-key-ada-admin', NODE_EXTRA_CA_CERTS: undefined })
  })
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
    for (const server of targets.splice(0)) await server.close()
    rmSync(folder, { recursive: true })
  })
}

export function run(...args: string[]): Run {
  const child = spawn(process.execPath, ['dist/cli/svc-emulator.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  running.push(child)
  const result: Run = { child, out: '', err: '', exit: new Promise((resolve) => child.once('close', resolve)) }
  child.stdout.on('data', (chunk) => {
    result.out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    result.err += String(chunk)
  })
  return result
}

async function listening(result: Run): Promise<Run & { url: string; realtimeUrl: string }> {
  for (;;) {
    const found = /API +(http:\S+)\s+Realtime +(ws:\S+)[\s\S]*\n\n/.exec(result.out)
    if (found !== null) return Object.assign(result, { url: found[1] ?? '', realtimeUrl: found[2] ?? '' })
    if (result.child.exitCode !== null) throw new Error(result.err)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Serves a target in this process. */
export async function served(options: EmulatorOptions = {}): Promise<RunningServer> {
  const server = await startServer({ emulator: createEmulator(options) })
  targets.push(server)
  return server
}

/** Starts a target in a process of its own. */
export const started = (...args: string[]) => listening(run('start', '--port', '0', '--log', 'silent', ...args))
export const recording = (target: string, file: string, ...args: string[]) =>
  listening(run('record', '--target', target, '-o', file, '--port', '0', ...args))

export async function replayed(...args: string[]): Promise<string> {
  const { exit, stdout, stderr } = await runInProcess(svcEmulator, ['replay', ...args], folder, {
    env: { ADA: 'svc-key-ada-admin' },
  })
  expect(exit, `${stdout}${stderr}`).toBe(0)
  return stdout
}

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
export type Json = Record<string, Record<string, string>>

export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = ada,
): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Json
}

export async function callSocket(
  url: string,
  headers: Record<string, string>,
  calls: readonly object[],
): Promise<Json[]> {
  const socket = new WebSocket(url, { headers })
  const answers: Json[] = []
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  for (const [index, frame] of calls.entries()) {
    const answered = new Promise<Json>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as Json)),
    )
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...frame }))
    answers.push(await answered)
  }
  socket.close()
  return answers
}
