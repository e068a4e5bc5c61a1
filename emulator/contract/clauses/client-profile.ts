import type { ClauseRow } from '../clause-row.ts'

export const clientProfileClauses = [
  {
    id: 'client.profile-ls.no-network',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'Listing profiles makes no network call.',
  },
  {
    id: 'client.profile-ls.line-per-profile',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'Listing profiles prints one line for each profile in the order of their names.',
  },
  {
    id: 'client.profile-ls.marks-default',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'The line of the default profile starts with `*`.',
  },
  {
    id: 'client.profile-ls.two-spaces',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'The line of a profile that is not the default starts with two spaces.',
  },
  {
    id: 'client.profile-ls.name-and-url',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'A profile line shows `<name> (<api_url>)`.',
  },
  {
    id: 'client.profile-ls.realtime-suffix',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'A profile line ends in `[realtime: <url>]` when a realtime URL is stored.',
  },
  {
    id: 'client.profile-ls.json-entries',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement:
      'Each entry of `profiles` in the JSON payload has `name`, `url`, `realtime_url` and the boolean `default`.',
  },
  {
    id: 'client.profile-ls.json-realtime-url-null',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'The `realtime_url` of an entry is null when the profile stores none.',
  },
  {
    id: 'client.profile-ls.json-default',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'The JSON payload has `default`, the name of the default profile or null.',
  },
  {
    id: 'client.profile-ls.no-profiles',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'Listing an empty store prints nothing and exits 0.',
  },
  {
    id: 'client.profile-ls.no-file',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'Listing without a credential file prints nothing and exits 0.',
  },
  {
    id: 'client.profile-ls.insecure-file',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'Listing profiles fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
  },
  {
    id: 'client.profile-ls.malformed-file',
    section: 'Endpoints / Client commands / svc profile ls',
    wire: 'client',
    statement: 'Listing profiles fails with `CREDENTIALS_NOT_FOUND` when the file is malformed.',
  },
  {
    id: 'client.profile-use.name-required',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'Choosing a default without a name is a usage error.',
  },
  {
    id: 'client.profile-use.sets-default',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'Choosing a profile makes it the default.',
  },
  {
    id: 'client.profile-use.stores-nothing-new',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'Choosing a profile adds no profile and changes none.',
  },
  {
    id: 'client.profile-use.prints',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'Choosing a profile prints "Default profile set to \'<name>\'".',
  },
  {
    id: 'client.profile-use.json-default',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'The JSON payload of choosing a profile has `default`.',
  },
  {
    id: 'client.profile-use.unknown-profile',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'Choosing a profile that is not stored fails with `PROFILE_NOT_FOUND`.',
  },
  {
    id: 'client.profile-use.insecure-file',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement:
      'Choosing a profile fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
  },
  {
    id: 'client.profile-use.malformed-file',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'Choosing a profile fails with `CREDENTIALS_NOT_FOUND` when the file is malformed.',
  },
  {
    id: 'worker.bare-start-uses-default',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'A bare `svc-worker start` resolves the default profile, also after it was changed.',
  },
  {
    id: 'worker.first-line-names-profile',
    section: 'Endpoints / Client commands / svc profile use',
    wire: 'client',
    statement: 'The first log line of the worker reports the profile it resolved.',
  },
] as const satisfies readonly ClauseRow[]
