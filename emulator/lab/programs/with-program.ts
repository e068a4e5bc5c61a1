import type { Emulator } from '../../host/emulator.ts'
import { keyFor } from '../explore/explore.ts'
import { programSubject, type Served } from './program-subject.ts'
import type { Environment } from './trial.ts'

/** A client in any language. */
export interface ClientProgram {
  /** Command line; `{api_url}`, `{realtime_url}` and `{api_key}` in it are replaced. */
  readonly program: readonly string[]
  /** Secret of its key; undefined: the first `admin` key of the world. */
  readonly key: string | undefined
  /** Folder whose files are copied into the HOME of each run. */
  readonly home: string | undefined
}

/** Environment and server of a program that reaches a world. */
export interface Surroundings {
  readonly env: Environment
  /** Serves an emulator over HTTP and WebSocket. */
  readonly serve: (emulator: Emulator) => Promise<Served & { close(): Promise<void> }>
  /** Ends running programs. */
  readonly stop?: AbortSignal | undefined
}

/** Serves an emulator while `use` runs a program against worlds of it. */
export async function withProgram<Result>(
  base: Emulator,
  { program, key, home }: ClientProgram,
  { env, serve, stop }: Surroundings,
  use: (subject: ReturnType<typeof programSubject>) => Promise<Result>,
): Promise<Result> {
  const server = await serve(base)
  try {
    const apiKey = keyFor(base, key)
    return await use(programSubject({ words: program, server, apiKey, env, cwd: process.cwd(), home, stop }))
  } finally {
    await server.close()
  }
}
