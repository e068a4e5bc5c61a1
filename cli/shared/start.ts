import { CITATIONS_VARIABLE, reportCitations } from './cite.ts'
import type { Program } from './command.ts'
import { type ProcessIo, processIo } from './io.ts'
import { reportFailure, runProgram } from './run-program.ts'

/** Runs a binary in this process. */
export async function start(program: Program, io: ProcessIo = processIo()): Promise<void> {
  // The command line may hold a key: from here on `ps` shows the name only.
  process.title = program.name
  const argv = process.argv.slice(2)
  reportCitations(process.env[CITATIONS_VARIABLE])
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // The reader has seen enough (`svc profile ls | head -1`): not a failure of ours.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    process.exit(reportFailure(program, argv, io, error))
  })
  process.exitCode = await runProgram(program, argv, io)
  // Else Node waits for what V8 compiles in the background, which nobody will run: a twelfth of a replay.
  if (io.flushed) setImmediate(() => process.exit())
}
