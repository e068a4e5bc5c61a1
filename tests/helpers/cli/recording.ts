/** Runs `svc-emulator record` between a client and a target, and replays. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import { createEmulator, type EmulatorOptions } from '../../../emulator/index.ts'
import { startServer, type RunningServer } from '../../../emulator/adapters/node/server.ts'
import { svcEmulator } from '../../../cli/svc-emulator/program.ts'
import { run as runInProcess } from './in-process.ts'
import { listening, runHere } from './running.ts'

const targets: RunningServer[] = []

export let folder: string

/** Gives each test of the file a folder. */
export function aloneInAFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-record-'))
  })
  afterEach(async () => {
    for (const server of targets.splice(0)) await server.close()
    rmSync(folder, { recursive: true })
  })
}

/** Serves a target in this process. */
export async function served(options: EmulatorOptions = {}): Promise<RunningServer> {
  const server = await startServer({ emulator: createEmulator(options) })
  targets.push(server)
  return server
}

/** Records in this process. */
export const recording = (target: string, file: string, ...args: string[]) =>
  listening(runHere(['record', '--target', target, '-o', file, '--port', '0', ...args]))

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
