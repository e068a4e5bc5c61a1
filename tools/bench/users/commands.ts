import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { quantile, type Bench, type Measure } from '../harness/measure.ts'
import { bareEnvironment } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'

/** A server at hand, from the line that is typed to its first answer. */
export const bench: Bench = {
  about:
    'From the typed command to the first answer, in a project that has the package: through npx, from node_modules/.bin, and json-server.',
  async run({ quick }) {
    const folder = userProject()
    const bin = join(folder, 'node_modules/.bin')
    writeFileSync(join(folder, 'db.json'), '{ "users": [{ "id": "me", "alias": "ada" }] }')
    const ours = ['start', '--log', 'silent', '--port']
    const sides: readonly [what: string, command: string, args: readonly string[], path: string, took: number[]][] = [
      ['npx svc-emulator', 'npx', ['--offline', 'svc-emulator', ...ours], '/v1/users/me', []],
      ['node_modules/.bin/svc-emulator', join(bin, 'svc-emulator'), ours, '/v1/users/me', []],
      [
        'peer: node_modules/.bin/json-server',
        join(bin, 'json-server'),
        ['db.json', '--quiet', '--port'],
        '/users/me',
        [],
      ],
    ]
    for (let round = 0; round < (quick ? 2 : 10); round++) {
      for (const [, command, args, path, took] of sides) {
        const port = await freePort()
        took.push(await untilFirst200(command, [...args, String(port)], { port, path, folder }))
      }
    }
    return sides.map(([what, , , , took]): Measure => ({ what, value: quantile(took, 0.25), unit: 'ms' }))
  },
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Asked {
  readonly port: number
  readonly path: string
  readonly folder: string
}

function untilFirst200(command: string, args: readonly string[], asked: Asked): Promise<number> {
  const started = performance.now()
  // A group of its own: npx starts a shell, which starts the server.
  const child = spawn(command, args, {
    cwd: asked.folder,
    env: bareEnvironment,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`${command} ${args.join(' ')} ended with ${code} before it answered`)),
    )
    const ask = (): void => {
      get(
        { ...asked, host: '127.0.0.1', headers: { 'x-api-key': 'svc-key-ada-admin' }, agent: false },
        ({ statusCode }) => {
          const took = performance.now() - started
          child
            .removeAllListeners('exit')
            .once('exit', () =>
              statusCode === 200 ? resolve(took) : reject(new Error(`${command} answered ${statusCode}`)),
            )
          process.kill(-child.pid!, 'SIGKILL')
        },
      ).on('error', () => setTimeout(ask, 5))
    }
    ask()
  })
}
