import { startServer } from '../../emulator/adapters/node/server.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { keyFor } from '../../emulator/lab/explore/explore.ts'
import { programSubject } from '../../emulator/lab/programs/program-subject.ts'
import type { Io } from '../shared/io.ts'

interface ProgramSettings {
  readonly program: readonly string[]
  readonly key: string | undefined
  readonly home: string | undefined
}

/** Serves an emulator while `use` runs a program against worlds of it. */
export async function withProgram<Result>(
  base: Emulator,
  { program, key, home }: ProgramSettings,
  { env, stop }: Pick<Io, 'env'> & { readonly stop: AbortSignal | undefined },
  use: (subject: ReturnType<typeof programSubject>) => Promise<Result>,
): Promise<Result> {
  await using server = await startServer({ emulator: base })
  const apiKey = keyFor(base, key)
  return await use(programSubject({ words: program, server, apiKey, env, cwd: process.cwd(), home, stop }))
}
