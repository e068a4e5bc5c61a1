import { driftReporters } from '../../emulator/lab/drift/drift-findings.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { parseUrl, splitList } from './values.ts'

/** `svc-emulator drift`: which documented sentences does a service not keep? */
export const drift = command({
  path: ['drift'],
  about:
    'Ask a service and an emulator the same, and name the documented sentences that the service does not keep: is the double still true?',
  takesProgram: true,
  flags: {
    target: { value: 'url', about: 'API URL of the service, with /v1; nothing is sent to another host' },
    'realtime-url': { value: 'url', about: 'Realtime URL of --target (default: the API URL with /realtime)' },
    'api-key-env': {
      value: 'NAME=VAR,…',
      many: true,
      about: 'Variables with the keys: main of one person, other of a second one (default main=SVC_API_KEY)',
    },
    from: {
      value: 'files',
      many: true,
      about:
        'Ask what these recordings, scenarios or HTTP archives (HAR) asked, too; comma-separated or with the flag repeated',
    },
    host: {
      value: 'hosts',
      many: true,
      about:
        'Hosts of the API in archives, with a base path or without (default: the one that most requests fit); others are left out',
    },
    writes: { about: 'Send the writes of archives, too; without it they are left out' },
    facts: {
      value: 'file',
      about:
        'Follow the facts of this file, if it exists, and write what is seen where the specification is silent to it',
    },
    'read-only': { about: 'Send reads alone' },
    large: { about: 'Ask what takes megabytes or many calls, too' },
    only: {
      value: 'clauses',
      many: true,
      about: 'Ask only what these clauses or groups of clauses need, comma-separated: pagination, users.get',
    },
    rate: { value: 'rate', default: '5/s', about: 'Requests a second (5/s) or a minute (30/m)' },
    budget: { value: 'duration', default: '5m', about: 'Real time for the run; the report says what was left out' },
    'time-limit': { value: 'duration', default: '10s', about: 'Real time for one answer' },
    reporter: { choices: driftReporters, default: 'pretty', about: 'Format of the report' },
    output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
  },
  examples: [
    ['svc-emulator drift --target https://api.example.com/v1', 'With the key in SVC_API_KEY'],
    ['svc-emulator drift --target https://api.example.com/v1 --only pagination --read-only', 'Nothing is written'],
    ['svc-emulator drift --target https://api.example.com/v1 -- npm test', 'Your own suite, told by SVC_API_URL'],
    [
      'svc-emulator drift --target http://127.0.0.1:4020/v1 --rate 500/s --reporter junit -o drift.xml',
      'A service on this machine',
    ],
  ],
  notes:
    'Writes go below organizations named svc-drift-…, which are deleted at the end, also after Ctrl-C; what could not be deleted is listed. No key stands in a report. Exit code: 0 if nothing is contradicted, 1 if something is, or if the service does not answer or nothing was decided, 2 for a usage error, 130 after Ctrl-C and 143 after SIGTERM, with the report of what there is.',
  async run({ flags, program }, io) {
    if (flags.target === undefined) throw usageError('name the service with --target https://…/v1')
    if (flags['read-only'] && program.length > 0)
      throw usageError('--read-only is about what the run asks: it does not go with a command, which may write')
    if (flags.from === undefined && (flags.writes || flags.host !== undefined))
      throw usageError('--host and --writes are about archives: name one with --from app.har')
    if (flags['read-only'] && flags.writes) throw usageError('--writes does not go with --read-only')
    const realtime = flags['realtime-url']
    const settings = {
      target: parseUrl('target', flags.target, /^https?:$/),
      realtimeUrl: realtime === undefined ? undefined : parseUrl('realtime-url', realtime, /^wss?:$/),
      keys: parseKeys(flags['api-key-env'], io.env),
      from: splitList(flags.from),
      hosts: splitList(flags.host),
      writes: flags.writes,
      facts: flags.facts,
      program,
      readOnly: flags['read-only'],
      large: flags.large,
      only: splitList(flags.only),
      rate: flags.rate,
      budget: flags.budget,
      timeLimit: flags['time-limit'],
      reporter: flags.reporter,
      output: flags.output,
    }
    const { driftProgram } = await import('./drift/drift-program.ts')
    await driftProgram(settings, io)
    return undefined
  },
})

function parseKeys(
  text: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { main: string; other?: string } {
  const variables: Record<string, string> = { main: 'SVC_API_KEY' }
  for (const pair of text?.split(',') ?? []) {
    const [, name, variable] = /^(main|other)=([A-Za-z_]\w*)$/.exec(pair.trim()) ?? []
    if (name === undefined || variable === undefined)
      throw usageError(`--api-key-env takes main=VAR and other=VAR, names of variables; it was '${pair}'`)
    variables[name] = variable
  }
  const keys: Record<string, string> = {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[variable]
    if (value === undefined || value === '')
      throw usageError(`the key '${name}' is read from ${variable}, which is not set`)
    keys[name] = value
  }
  return keys as { main: string }
}
