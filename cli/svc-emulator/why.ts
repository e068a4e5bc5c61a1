import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { clientWorld } from './lab-flags.ts'
import { whyFlags } from './why/why-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator why`: the smallest change of the contract or the start that turns a red test green. */
export const why = command({
  path: ['why'],
  about:
    'Explain a red test, or a client that fails: the sentence of the specification that it expects the opposite of, or the trigger, setting, record or key without which it passes.',
  positionals: [clientWorld],
  takesProgram: true,
  flags: whyFlags,
  examples: [
    ["svc-emulator why -- npx vitest run -t 'lists all'", 'A test that fails'],
    ['svc-emulator why -- node ./my-client.js', 'A client that fails, in the starter world'],
    ['svc-emulator why failed/outage.bundle.json', 'A scenario or a bundle whose replay fails'],
  ],
  notes:
    'It runs the command once for each change, and reports those with which it passes, the likeliest first. Exit code: 0 when each failure is explained, 1 when one is not, 2 for a usage error (nothing fails, or nothing asks an emulator).',
  async run({ settings, positionals: [scenario], program }, io) {
    if (scenario === undefined && program.length === 0)
      throw usageError(
        `name the tests or the client that fail after --: ${ownCommand} why -- npx vitest run -t 'lists all'`,
      )
    const { runWhy } = await import('./why/run-why.ts')
    await runWhy({ ...settings, scenario, program }, io)
    return undefined
  },
})
