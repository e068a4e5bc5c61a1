import type { Program } from './command.ts'
import { type Io, processIo } from './io.ts'
import { runProgram } from './run-program.ts'

/** Runs a binary in this process. */
export async function start(program: Program, io: Io = processIo()): Promise<void> {
  // The command line may hold a key: from here on `ps` shows the name only.
  process.title = program.name
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stopAtClosedPipe)
  process.exitCode = await runProgram(program, process.argv.slice(2), io)
}

/** The reader has seen enough (`svc profile ls | head -1`): not a failure of ours. */
function stopAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
  throw error
}
