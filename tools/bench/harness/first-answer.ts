import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { bareEnvironment } from './processes.ts'

export async function freePort(): Promise<number> {
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

/** Real milliseconds from the start of a command to its first answer, with which it is ended. */
export function untilFirst200(command: string, args: readonly string[], asked: Asked): Promise<number> {
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
