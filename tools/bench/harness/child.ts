import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

/** A server under measurement, in a process of its own (`tools/bench/servers/`). */
export interface Child {
  readonly port: number
  /** CPU time (user and system) that the process has used so far, in microseconds. */
  used(): Promise<Used>
  stop(): Promise<void>
}

export interface Used {
  readonly cpu: number
}

/** Starts `node script ...args` and waits until it tells its port. It ends with the benchmark. */
export async function startChild(
  script: URL,
  args: readonly string[] = [],
  options: SpawnOptions = {},
): Promise<Child> {
  const process_ = spawn(process.execPath, [script.pathname, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
  })
  const { port } = await message<{ port: number }>(process_)
  return {
    port,
    used: () => {
      process_.send('used')
      return message<Used>(process_)
    },
    stop: () => stop(process_),
  }
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`a server under measurement ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (told) => {
      child.off('exit', ended)
      resolve(told as T)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
