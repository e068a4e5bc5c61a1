import { command } from '../shared/command.ts'

/** `svc-emulator diff`: record differences between two states. */
export const diff = command({
  path: ['diff'],
  about: 'Print what differs between two exported states or bundles, record by record.',
  positionals: [
    {
      name: 'before',
      about: 'File of a state (--state, GET /__emulator/export) or a bundle, or the URL of a running emulator',
    },
    { name: 'after', about: 'The other one' },
  ],
  flags: {
    requests: { about: 'Print the first request in which two runs differ, of bundles or running emulators' },
    reporter: { choices: ['pretty', 'json'], default: 'pretty', about: 'Output format' },
    'exit-code': { about: 'Fail if anything differs' },
    'control-token': { value: 'token', about: 'Control token of the running emulator' },
  },
  examples: [
    ['svc-emulator diff good.bundle.json bad.bundle.json --requests', 'What a run that fails did first in another way'],
    ['svc-emulator diff before.json after.json', 'Records that were inserted, changed and deleted in between'],
    [
      'svc-emulator diff state.json http://127.0.0.1:4010 --exit-code',
      'Exit code 1 unless the server still has that state',
    ],
  ],
  notes:
    'Of a bundle, the state at its end counts. Secrets are redacted. Exit code: 0 for success, 1 with --exit-code if anything differs, 2 for a usage error. POST /__emulator/diff compares snapshots, worlds and moments of a running emulator.',
  async run({ flags, positionals: [before = '', after = ''] }, io) {
    const { reporter, 'exit-code': failsOnDifference, 'control-token': controlToken } = flags
    const settings = { before, after, reporter, failsOnDifference, controlToken }
    if (flags.requests) await (await import('./diff/diff-requests.ts')).diffRequests(settings, io)
    else await (await import('./diff/diff-files.ts')).diffFiles(settings, io)
    return undefined
  },
})
