import { ClientError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'

/** `svc-emulator doctor`: facts about the machine and the project for a bug report, without secrets. */
export const doctor = command({
  path: ['doctor'],
  about:
    'Print the versions, the platform, the installed packages that svc-emulator works with, and the variables that configure it. ' +
    'Exit code 1 if one of them is not supported. Values of variables are not printed.',
  flags: {
    json: { about: 'Print one JSON document' },
  },
  examples: [
    ['svc-emulator doctor', 'The lines to paste into a report of a defect'],
    ['svc-emulator doctor --json', 'The same for a program'],
  ],
  async run({ flags }, io) {
    const { examine, formatExamination } = await import('./doctor/examine.ts')
    const examination = examine({ env: io.env, folder: process.cwd() })
    io.stdout.write(
      flags.json ? `${JSON.stringify(examination, null, 2)}\n` : `${formatExamination(examination).join('\n')}\n`,
    )
    const [problem] = examination.problems
    if (problem !== undefined) throw new ClientError('UNEXPECTED', problem)
    return undefined
  },
})
