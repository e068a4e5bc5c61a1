import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { checkDocumentFile, nameOfFile } from './document-name.ts'
import { pullFlags } from './pull/pull-flags.ts'
import { readKeys } from './service-keys.ts'

/** `svc-emulator pull`: writes an organization of a service as a fixture. */
export const pull = command({
  path: ['pull'],
  about:
    'Read an organization of a service through the API, with reads alone, and write it as a fixture for the emulator.',
  flags: pullFlags,
  examples: [
    ['svc-emulator pull --target https://api.example.com/v1 --org acme -o acme.yaml', 'With the key in SVC_API_KEY'],
    ['svc-emulator start --fixtures acme.yaml', 'The emulator with these records'],
    [
      'svc-emulator pull --target https://api.example.com/v1 --org acme --anonymize -o acme.yaml',
      'With stand-ins for names and values, to share',
    ],
  ],
  notes:
    'For each table it says whether it is whole. The file has no secrets: the keys of its records are others, and are printed. Exit code: 0 when the file was written, also where --budget ended the reading, 1 if the file cannot be written, 2 if the question could not be asked (a usage error, no answer, a refused key, no such organization, a service that is ill), 130 after Ctrl-C and 143 after SIGTERM, which write nothing.',
  async run({ settings }, io) {
    const { target, org, output } = settings
    if (target === undefined) throw usageError('name the service with --target https://…/v1')
    if (org === undefined) throw usageError('name the organization with --org, by id or alias')
    if (output === undefined) throw usageError('-o is missing, the file to write: pull … -o acme.yaml')
    checkDocumentFile(output)
    const { runPull } = await import('./pull/run-pull.ts')
    const keys = readKeys(settings.apiKeyEnv, io.env)
    const name = settings.name ?? (settings.anonymize ? 'pulled' : nameOfFile(output))
    await runPull({ ...settings, target, org, output, name, keys }, io)
    return undefined
  },
})
