import { command } from '../shared/command.ts'

/** `svc-emulator validate`: checks files without playing them. */
export const validate = command({
  path: ['validate'],
  about:
    'Check scenario, fixture, bundle and facts files, and print the line, column and likely correction of each mistake.',
  positionals: [{ name: 'files', about: 'Files, folders, or names of shipped scenarios', rest: true, offers: true }],
  flags: {},
  examples: [
    ['svc-emulator validate ./outage.yaml', 'One line for each problem; exit code 1 if there is one'],
    ['svc-emulator validate scenarios fixtures', 'All files in two folders'],
  ],
  async run({ positionals }, io) {
    const { validateAll } = await import('./validate-all.ts')
    return validateAll(positionals, io)
  },
})
