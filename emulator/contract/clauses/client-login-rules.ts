import { section } from '../section.ts'

export const clientLoginRulesSections = [
  section('Endpoints / Client commands / svc login', 'client', {
    'client.login.json-payload':
      'The JSON payload of login has `profile`, `url`, `realtime_url`, `user` and `schema_version`.',
    'client.login.json-user-is-identity-record':
      'The `user` of the JSON payload of login is the record that the identity call returned.',
    'client.login.key-never-printed': 'The JSON payload of login never includes the key.',
    'client.login.json-realtime-url-concrete':
      'The `realtime_url` of the JSON payload of login is the default of `--realtime-url` when none was given.',
    'client.login.stores-realtime-url-only-if-supplied':
      'The stored profile gets a `realtime_url` only when one was supplied.',
    'client.login.first-profile-is-default': 'The first profile stored becomes the default.',
    'client.login.later-keeps-default': 'A later login leaves the default unchanged.',
    'client.login.adds-profile': 'A login under a new name adds a profile and keeps the others.',
    'client.login.replaces-profile': 'A login under a stored name replaces that profile.',
    'client.login.no-identity-guard':
      'No guard of identity keeps a login with another key from replacing the profile of that name.',
    'client.login.service-account-key':
      'The key of a service account is stored like any other and the profile acts as the account.',
    'client.login.insecure-file':
      'Login fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the existing file.',
    'client.login.invalid-yaml': 'Login fails with `CREDENTIALS_NOT_FOUND` when the existing file is invalid YAML.',
    'client.login.malformed-profile': 'Login fails with `CREDENTIALS_NOT_FOUND` when a stored profile is malformed.',
    'client.login.unusable-file':
      'Login fails with `CREDENTIALS_NOT_FOUND` when the existing file is unusable in another way.',
    'client.login.scripted-without-terminal':
      'Login with `--no-input` and a `-stdin` or `-env` source stores a validated named profile without a terminal.',
    'worker.user-identity-mismatch':
      'A worker pinned to a profile that now belongs to another user fails at its next start with `USER_IDENTITY_MISMATCH`.',
  }),
]
