import { ClientError } from './client-error.ts'
import type { Program } from './command.ts'
import { type ProcessIo, processIo } from './io.ts'
import { reportFailure, runProgram } from './run-program.ts'

/** Runs a binary in this process. */
export async function start(program: Program, io: ProcessIo = processIo()): Promise<void> {
  // The command line may hold a key: from here on `ps` shows the name only.
  process.title = program.name
  const argv = process.argv.slice(2)
  const end = (error: NodeJS.ErrnoException): never => {
    // The reader has seen enough (`svc profile ls | head -1`): not a failure of ours.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    process.exit(reportFailure(program, argv, io, error))
  }
  process.on('uncaughtException', end)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (io.lasts) return
    io.loseStdout()
    const { code, message } = error
    end(code === 'EPIPE' ? error : new ClientError('UNEXPECTED', `nothing more can be written to stdout: ${message}`))
  })
  process.exitCode = await runProgram(program, argv, io)
  // Unread log lines would keep the process alive.
  if (io.lasts) process.exit()
}
