/** Programs that commands start: a signal to the command ends them, and what they have started. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { runProgram } from '../../emulator/scenario/run/spawned.ts'
import { endAll, root, run } from './programs.ts'
import { until } from '../helpers/until.ts'

let folder: string
let server: Server
let service: RunningServer
/** Connections of the programs that are running: each is open until its program has ended. */
const running = new Set<Socket>()
let started = 0

beforeAll(async () => {
  service = await startServer()
  folder = mkdtempSync(join(root, 'node_modules', '.svc-programs-'))
  server = createServer((socket) => {
    started++
    running.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => running.delete(socket))
      .resume()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const stays = `require('node:net').connect(${port}, '127.0.0.1').on('error', () => {})`
  writeFileSync(join(folder, 'stays.cjs'), stays)
  // Starts another, as npm and its shell do, and hears no signal of it.
  writeFileSync(
    join(folder, 'starts.cjs'),
    `require('node:child_process').spawn(process.execPath, [${JSON.stringify(join(folder, 'stays.cjs'))}], { stdio: 'inherit' })
${stays}`,
  )
  writeFileSync(
    join(folder, 'runs.yaml'),
    `scenario: 1\nname: runs\nabout: Runs a program.\nsteps:\n  - run: ['${process.execPath}', '${join(folder, 'starts.cjs')}']\n`,
  )
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { include: ["*.hangs.js"] } }')
  writeFileSync(
    join(folder, 'a.hangs.js'),
    `import { it } from 'vitest'\nimport './starts.cjs'\nit('hangs', () => new Promise(() => {}), 1e9)`,
  )
})
afterEach(() => {
  endAll()
  // Each ends with its connection.
  for (const socket of running) socket.destroy()
})
afterAll(async () => {
  server.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

it('exec leaves the terminal to its program, which hears Ctrl-C', async () => {
  const hears = `require('node:fs').openSync('/dev/tty')
process.on('SIGINT', () => { console.log('heard'); process.exit(3) })
console.log('listens'); setInterval(() => {}, 1000)`
  const { exit, stdout } = await runProgram({
    words: [process.execPath, join(root, 'dist/cli/svc-emulator.js'), 'exec', '--', process.execPath, '-e', hears],
    // A shell that stays above a program, where others make way for it.
    env: { ...process.env, SHELL: '/bin/sh' },
    cwd: root,
    stdin: '',
    timeout: 60_000,
    terminal: [{ expect: 'listens', send: '\u0003' }],
    killAfter: undefined,
  })
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: 'listens\n^Cheard\n' })
})

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const program = () => ['--', process.execPath, join(folder, 'starts.cjs')]

/** Commands that start a program, by what they are asked. */
const commands: Readonly<Record<string, () => readonly string[]>> = {
  exec: () => ['exec', ...program()],
  replay: () => ['replay', join(folder, 'runs.yaml')],
  explore: () => ['explore', ...program()],
  permissions: () => ['permissions', ...program()],
  questions: () => ['questions', ...program()],
  shrink: () => ['shrink', ...program()],
  'mutate, any program': () => ['mutate', ...program()],
  'mutate, vitest': () => ['mutate', '--', 'npx', 'vitest', 'run', '--root', folder],
  drift: () => ['drift', '--target', service.url, ...program()],
}

/** Signals for a command: those that listen to them do so by one function. */
const tried = (name: string) => (['exec', 'replay'].includes(name) ? signals : (['SIGTERM'] as const))

it.each(Object.keys(commands).flatMap((name) => tried(name).map((signal) => [name, signal] as const)))(
  '%s leaves nothing running after %s',
  async (name, signal) => {
    started = 0
    const command = run('svc-emulator', commands[name]!(), { env: { SVC_API_KEY: 'svc-key-ada-admin' } })
    const ended = command.exit.then((exit) => `ended with ${exit}: ${command.out}${command.err}`)
    const both = until(() => expect(started).toBe(2)).then(() => 'started')
    expect(await Promise.race([ended, both])).toBe('started')
    command.child.kill(signal)
    await ended
    await until(() => expect(running.size).toBe(0))
  },
)
