import { usageError } from '../shared/client-error.ts'
import { command, type Command, type FlagSettings, type Flags } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { clientWorld } from './lab-flags.ts'

/** Settings of a command about a client, or about tests: those of its flags, and what it runs. */
export type ClientSettings<F extends Flags> = FlagSettings<F> & {
  /** Scenario of its world. */
  readonly scenario: string | undefined
  readonly program: readonly string[]
}

interface ClientCommand<F extends Flags> extends Omit<Command<F>, 'run' | 'positionals' | 'takesProgram'> {
  /** Refusal of a line without a client. */
  readonly needs: string
  /** Loads what the command does. */
  readonly load: () => Promise<(settings: ClientSettings<F>, io: Io) => Promise<void>>
}

/** A command of the lab that runs a client, or tests, in a world. */
export function clientCommand<const F extends Flags>({ needs, load, ...rest }: ClientCommand<F>): Command {
  return command<F>({
    ...rest,
    positionals: [clientWorld],
    takesProgram: true,
    async run({ settings, positionals: [scenario], program }, io) {
      if (program.length === 0) throw usageError(needs)
      const run = await load()
      await run({ ...settings, scenario, program }, io)
      return undefined
    },
  })
}
