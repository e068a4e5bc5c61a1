import { ClientError, Interrupted, ProgramFailed, unexpected } from './client-error.ts'
import { asksForJson, readCommandLine, type Request } from './command-line.ts'
import type { Program } from './command.ts'
import { namingVariables } from './environment.ts'
import type { Io } from './io.ts'
import { writeError, writeNote, writeOutcome } from './output.ts'
import { ownProgram } from '../../emulator/engine/checking/own-command.ts'

/** Runs one command line. Returns the exit code: 0 for success, 2 for a usage error, 1 for any other failure. */
export async function runProgram(program: Program, argv: readonly string[], io: Io): Promise<number> {
  try {
    await perform(await readCommandLine(program, argv, io), io)
    return 0
  } catch (error) {
    return reportFailure(program, argv, io, namingVariables(error, program, argv, io.env))
  }
}

async function perform(request: Request, io: Io): Promise<void> {
  if (request.kind === 'text') io.stdout.write(request.text)
  else {
    const outcome = await request.command.run(request.invocation, io)
    if (outcome !== undefined) writeOutcome(io, outcome, request.json)
  }
}

/** Reports a failure. Returns its exit code. */
export function reportFailure(program: Program, argv: readonly string[], io: Io, error: unknown): number {
  if (error instanceof Interrupted || error instanceof ProgramFailed) return error.exitCode
  const failure = error instanceof ClientError ? error : unexpected(program, error)
  const isUsage = failure.code === 'USAGE_ERROR'
  if (program.plainErrors)
    writeNote(io, `${program.name}: ${failure.message}${isUsage ? `\n${hint(program, argv)}` : ''}`)
  else writeError(io, failure, asksForJson(program, argv), isUsage ? hint(program, argv) : undefined)
  return failure.exitCode
}

function findCommand(program: Program, argv: readonly string[]): Program['commands'][number] | undefined {
  return program.commands.find(({ path }) => path.every((word, index) => argv[index] === word))
}

function hint(program: Program, argv: readonly string[]): string {
  // A line that begins with a flag is that of the command that may be left out.
  const words = argv[0]?.startsWith('-') === true && program.fallback !== undefined ? [program.fallback] : argv
  const command = findCommand(program, words)
  return `Run '${[ownProgram(program.name), ...(command?.path ?? []), '--help'].join(' ')}' for ${command === undefined ? 'all commands' : 'the flags and examples'}.`
}
