import type { Emulator } from '../../host/emulator.ts'
import { keyFor } from '../engine/base-emulator.ts'
import type { Client } from '../engine/client.ts'
import { programSubject, type Served } from './program.ts'
import type { Environment } from '../../scenario/run/program-environment.ts'

/** A client in any language. */
export interface ClientProgram {
  /** Command line; `{api_url}`, `{realtime_url}` and `{api_key}` in it are replaced. */
  readonly program: readonly string[]
  /** Secret of its key; undefined: the first `admin` key of the world. */
  readonly key: string | undefined
  /** Folder whose files are copied into the HOME of each run. */
  readonly home: string | undefined
  /** Folder that is the HOME of all runs. Default: each has its own. */
  readonly sharedHome?: string | undefined
}

/** Environment and server of a program that reaches a world. */
export interface Surroundings {
  readonly env: Environment
  /** Serves an emulator over HTTP and WebSocket. */
  readonly serve: (emulator: Emulator) => Promise<Served & { close(): Promise<void> }>
  /** Ends running programs. */
  readonly stop?: AbortSignal | undefined
}

/** Serves an emulator while `use` runs a program against worlds of it. Once stopped, waits until no run goes on. */
export async function withProgram<Result>(
  base: Emulator,
  { program, key, home, sharedHome }: ClientProgram,
  { env, serve, stop }: Surroundings,
  use: (subject: Client) => Promise<Result>,
): Promise<Result> {
  const server = await serve(base)
  const running = new Set<Promise<unknown>>()
  try {
    const apiKey = keyFor(base, key)
    const cwd = process.cwd()
    const subject = programSubject({ words: program, server, apiKey, env, cwd, home, sharedHome, stop })
    const run: Client['run'] = (world, limits) => {
      const result = subject.run(world, limits).finally(() => running.delete(result))
      running.add(result)
      return result
    }
    return await use({ ...subject, run })
  } finally {
    // A stopped exploration leaves its runs, whose programs are killed, and whose folders are deleted then.
    if (stop?.aborted === true) await Promise.allSettled(running)
    await server.close()
  }
}
