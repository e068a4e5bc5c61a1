import { section } from '../section.ts'

export const clientWhoamiSections = [
  section('Endpoints / Client commands / svc whoami', 'client', {
    'client.whoami.default-profile': 'Whoami uses the default profile when nothing names another.',
    'client.whoami.api-key-overrides-profile': 'The flag `--api-key` overrides the profile.',
    'client.whoami.api-key-overrides-environment': 'The flag `--api-key` overrides the environment.',
    'client.whoami.api-url-flag': 'The API URL of whoami is that of the flag where there is one.',
    'client.whoami.api-url-environment': 'The API URL of whoami is that of the environment where no flag gives one.',
    'client.whoami.api-url-profile':
      'The API URL of whoami is that of the profile where neither flag nor environment give one.',
    'client.whoami.api-url-default': 'The API URL of whoami is `{base_url}` where nothing else gives one.',
    'client.whoami.realtime-url-resolved': 'Whoami resolves the realtime URL as every other command does.',
    'client.whoami.identity-then-probe': 'Whoami calls `GET /v1/users/me` and then probes `GET /v1/users/me/orgs`.',
    'client.whoami.five-lines':
      'Whoami prints the five lines `Profile`, `URL`, `Realtime`, `User` and `Scope`, in this order.',
    'client.whoami.user-line': 'The line `User` of whoami is the name followed by the user id in brackets.',
    'client.whoami.profile-none-flag-key': 'The line `Profile` is `(none)` when the key came from `--api-key`.',
    'client.whoami.profile-none-environment-key':
      'The line `Profile` is `(none)` when the key came from `SVC_API_KEY`.',
    'client.whoami.json-payload':
      'The JSON payload of whoami has `profile`, `url`, `realtime_url`, `user`, `scope` and `schema_version`.',
    'client.whoami.json-profile-null':
      'The `profile` of the JSON payload of whoami is null when no profile was involved.',
    'client.whoami.scope-full': 'The scope is `full` when the probe succeeds.',
    'client.whoami.scope-full-service-account': 'The key of a service account reports the scope `full`.',
    'client.whoami.scope-restricted': 'The scope is `restricted` when the probe answers 403.',
    'client.whoami.restricted-is-valid': 'A key whose scope is `restricted` is valid and whoami exits 0.',
    'client.whoami.scope-unknown-network': 'The scope is `unknown` when the probe fails because of the network.',
    'client.whoami.scope-unknown-server-error': 'The scope is `unknown` when the probe answers a server error.',
    'client.whoami.scope-unverified-advisory': 'The scope `unknown` raises the advisory `SCOPE_UNVERIFIED` on stderr.',
    'client.whoami.scope-unknown-exits-0': 'The exit code stays 0 when the scope is `unknown`.',
    'client.whoami.rejected-key': 'Whoami fails with `AUTH_INVALID` when the identity call rejects the key.',
    'client.whoami.no-key': 'Whoami fails with `CREDENTIALS_NOT_FOUND` when no flag, variable or file gives a key.',
    'client.whoami.unknown-profile': 'Whoami fails with `PROFILE_NOT_FOUND` when the named profile is not stored.',
    'client.whoami.insecure-file':
      'Whoami fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
  }),
]
