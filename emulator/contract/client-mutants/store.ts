import {
  exit,
  failure,
  file,
  lack,
  mutant,
  otherDefault,
  refuse,
  stderr,
  stdout,
  store,
  usageError,
  withVariables,
  withoutFlags,
  type ClientMutantRows,
} from '../client-mutation.ts'

export const clientStoreMutants: ClientMutantRows = {
  'client.profile.holds-key-and-url': [
    mutant('stores no URL', store(['^ +api_url:.*\\n', ''])),
    mutant('stores no key', store(['^ +api_key:.*\\n', ''])),
  ],
  'client.profile.realtime-url-optional': [
    mutant('stores an empty one', store(['^( +)api_url:.*$(?!\\n +realtime_url)', '$&\n$1realtime_url: null'])),
  ],
  'client.file.path': [mutant('calls the file otherwise', file({ name: 'credentials.yml' }))],
  'client.file.yaml-default-and-profiles': [mutant('calls the map otherwise', store(['^profiles:', 'entries:']))],
  'client.file.default-names-profile': [otherDefault],
  'client.file.written-atomically': [mutant('writes into the file that is there', file({ inPlace: true }))],
  'client.file.mode-0600': [mutant('lets the group read it', file({ mode: 0o640 }))],
  'client.file.group-or-other-bits-refused': failure('INSECURE_CREDENTIALS_PERMISSIONS'),
  'client.file.mode-never-fixed': [mutant('mends the mode', file({ mode: 0o600 }))],
  'client.key-never-in-output': [mutant('prints the key', stdout(['\\n$', ' ${key}\n']))],
  'client.key-never-in-errors': [mutant('prints the key', stderr(['\\n$', ' ${key}\n']))],
  'client.key-never-in-json': [
    mutant('prints the key', stdout(['"schema_version"', '"key":"${key}","schema_version"'])),
  ],
  'client.file.rewritten-whole': [
    mutant(
      'drops what it does not know',
      store(['^(?!default:|profiles:)\\w+:.*\\n(?:[ -].*\\n)*', ''], ['^ +region:.*\\n', '']),
    ),
  ],
  'worker.reads-credential-file': [mutant('does not find it', refuse('CREDENTIALS_NOT_FOUND'))],
  'client.file.old-release-drops-realtime-url': [
    mutant('keeps them', store(['^( +)api_url:.*$', '$&\n$1realtime_url: ws://127.0.0.1:9/kept'])),
  ],
  'client.json-output': [mutant('prints no JSON', stdout(['^\\{', '']))],
  'client.schema-version': [lack('schema_version')],
  'client.exit-0-on-success': [mutant('exits 1', exit(1))],
  'client.exit-2-on-usage-error': usageError,
  'client.resolution.flags-over-environment': [
    mutant('takes the environment first', withoutFlags('--profile', '--api-key', '--api-url')),
  ],
  'client.resolution.environment-over-profile': [
    mutant('takes the profile first', withVariables({ SVC_API_KEY: null, SVC_API_URL: null })),
  ],
  'client.resolution.env-key-without-file': [
    mutant('does not look at SVC_API_KEY', withVariables({ SVC_API_KEY: null })),
  ],
  'client.resolution.env-key-no-warning': [
    mutant('warns', stderr(['^$', 'warning: the key is that of SVC_API_KEY\n'])),
  ],
  'client.resolution.svc-profile': [mutant('does not look at SVC_PROFILE', withVariables({ SVC_PROFILE: null }))],
  'client.realtime-url-never-opened': {
    none: 'who listens at that URL alone would see a connection; nothing that the client prints or stores tells of it',
  },
}
