import { command } from '../shared/command.ts'

/** `svc-emulator validate`: checks files without playing them. */
export const validate = command({
  path: ['validate'],
  about: 'Check scenario, fixture and bundle files: file, line, column, what was expected and what was probably meant.',
  positionals: [{ name: 'files', about: 'Files, folders, or names of shipped scenarios', rest: true, offers: true }],
  flags: {},
  examples: [
    ['svc-emulator validate ./outage.yaml', 'Exit code 1 and a line for each problem, if there is one'],
    ['svc-emulator validate scenarios fixtures', 'Everything in two folders'],
  ],
  async run({ positionals }, io) {
    const { validateAll } = await import('./validate-all.ts')
    return validateAll(positionals, io)
  },
})
