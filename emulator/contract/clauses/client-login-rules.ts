import type { ClauseRow } from '../clause-row.ts'

export const clientLoginRulesClauses = [
  {
    id: 'client.login.json-payload',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'The JSON payload of login has `profile`, `url`, `realtime_url`, `user` and `schema_version`.',
  },
  {
    id: 'client.login.json-user-is-identity-record',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'The `user` of the JSON payload of login is the record that the identity call returned.',
  },
  {
    id: 'client.login.key-never-printed',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'The JSON payload of login never includes the key.',
  },
  {
    id: 'client.login.json-realtime-url-concrete',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement:
      'The `realtime_url` of the JSON payload of login is the default of `--realtime-url` when none was given.',
  },
  {
    id: 'client.login.stores-realtime-url-only-if-supplied',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'The stored profile gets a `realtime_url` only when one was supplied.',
  },
  {
    id: 'client.login.first-profile-is-default',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'The first profile stored becomes the default.',
  },
  {
    id: 'client.login.later-keeps-default',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'A later login leaves the default unchanged.',
  },
  {
    id: 'client.login.adds-profile',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'A login under a new name adds a profile and keeps the others.',
  },
  {
    id: 'client.login.replaces-profile',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'A login under a stored name replaces that profile.',
  },
  {
    id: 'client.login.no-identity-guard',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'No guard of identity keeps a login with another key from replacing the profile of that name.',
  },
  {
    id: 'client.login.service-account-key',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'The key of a service account is stored like any other and the profile acts as the account.',
  },
  {
    id: 'client.login.insecure-file',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'Login fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the existing file.',
  },
  {
    id: 'client.login.invalid-yaml',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'Login fails with `CREDENTIALS_NOT_FOUND` when the existing file is invalid YAML.',
  },
  {
    id: 'client.login.malformed-profile',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'Login fails with `CREDENTIALS_NOT_FOUND` when a stored profile is malformed.',
  },
  {
    id: 'client.login.unusable-file',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement: 'Login fails with `CREDENTIALS_NOT_FOUND` when the existing file is unusable in another way.',
  },
  {
    id: 'client.login.scripted-without-terminal',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement:
      'Login with `--no-input` and a `-stdin` or `-env` source stores a validated named profile without a terminal.',
  },
  {
    id: 'worker.user-identity-mismatch',
    section: 'Endpoints / Client commands / svc login',
    wire: 'client',
    statement:
      'A worker pinned to a profile that now belongs to another user fails at its next start with `USER_IDENTITY_MISMATCH`.',
  },
] as const satisfies readonly ClauseRow[]
