import { section } from '../section.ts'

export const clientProfileSections = [
  section('Endpoints / Client commands / svc profile ls', 'client', {
    'client.profile-ls.no-network': 'Listing profiles makes no network call.',
    'client.profile-ls.line-per-profile':
      'Listing profiles prints one line for each profile in the order of their names.',
    'client.profile-ls.marks-default': 'The line of the default profile starts with `*`.',
    'client.profile-ls.two-spaces': 'The line of a profile that is not the default starts with two spaces.',
    'client.profile-ls.name-and-url': 'A profile line shows `<name> (<api_url>)`.',
    'client.profile-ls.realtime-suffix': 'A profile line ends in `[realtime: <url>]` when a realtime URL is stored.',
    'client.profile-ls.json-entries':
      'Each entry of `profiles` in the JSON payload has `name`, `url`, `realtime_url` and the boolean `default`.',
    'client.profile-ls.json-realtime-url-null': 'The `realtime_url` of an entry is null when the profile stores none.',
    'client.profile-ls.json-default': 'The JSON payload has `default`, the name of the default profile or null.',
    'client.profile-ls.no-profiles': 'Listing an empty store prints nothing and exits 0.',
    'client.profile-ls.no-file': 'Listing without a credential file prints nothing and exits 0.',
    'client.profile-ls.insecure-file':
      'Listing profiles fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
    'client.profile-ls.malformed-file':
      'Listing profiles fails with `CREDENTIALS_NOT_FOUND` when the file is malformed.',
  }),
  section('Endpoints / Client commands / svc profile use', 'client', {
    'client.profile-use.name-required': 'Choosing a default without a name is a usage error.',
    'client.profile-use.sets-default': 'Choosing a profile makes it the default.',
    'client.profile-use.stores-nothing-new': 'Choosing a profile adds no profile and changes none.',
    'client.profile-use.prints': 'Choosing a profile prints "Default profile set to \'<name>\'".',
    'client.profile-use.json-default': 'The JSON payload of choosing a profile has `default`.',
    'client.profile-use.unknown-profile': 'Choosing a profile that is not stored fails with `PROFILE_NOT_FOUND`.',
    'client.profile-use.insecure-file':
      'Choosing a profile fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
    'client.profile-use.malformed-file':
      'Choosing a profile fails with `CREDENTIALS_NOT_FOUND` when the file is malformed.',
    'worker.bare-start-uses-default':
      'A bare `svc-worker start` resolves the default profile, also after it was changed.',
    'worker.first-line-names-profile': 'The first log line of the worker reports the profile it resolved.',
  }),
]
