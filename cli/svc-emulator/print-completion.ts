import { completionScript } from '../shared/completion/completion.ts'
import type { Shell } from '../shared/completion/shells.ts'
import type { Io } from '../shared/io.ts'
import { svc } from '../svc/program.ts'
import { svcWorker } from '../svc-worker/program.ts'
import { svcEmulator } from './program.ts'

/** A file of its own, loaded when it is asked for: the program that it describes lists the command. */
export function printCompletion(shell: Shell, io: Io): void {
  io.stdout.write(completionScript(shell, [svcEmulator, svc, svcWorker]))
}
