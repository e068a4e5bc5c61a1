import type { ClauseRow } from '../clause-row.ts'

export const clientWhoamiClauses = [
  {
    id: 'client.whoami.default-profile',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami uses the default profile when nothing names another.',
  },
  {
    id: 'client.whoami.api-key-overrides',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The flag `--api-key` overrides both the profile and the environment.',
  },
  {
    id: 'client.whoami.api-url-order',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The API URL is resolved from the flag, then the environment, then the profile, then `{base_url}`.',
  },
  {
    id: 'client.whoami.identity-then-probe',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami calls `GET /v1/users/me` and then probes `GET /v1/users/me/orgs`.',
  },
  {
    id: 'client.whoami.five-lines',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami prints the five lines `Profile`, `URL`, `Realtime`, `User` and `Scope`, in this order.',
  },
  {
    id: 'client.whoami.user-line',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The line `User` of whoami is the name followed by the user id in brackets.',
  },
  {
    id: 'client.whoami.profile-none',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The line `Profile` is `(none)` when the key came from `--api-key` or `SVC_API_KEY`.',
  },
  {
    id: 'client.whoami.json-payload',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The JSON payload of whoami has `profile`, `url`, `realtime_url`, `user`, `scope` and `schema_version`.',
  },
  {
    id: 'client.whoami.json-profile-null',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The `profile` of the JSON payload of whoami is null when no profile was involved.',
  },
  {
    id: 'client.whoami.scope-full',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The scope is `full` when the probe succeeds.',
  },
  {
    id: 'client.whoami.scope-full-service-account',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The key of a service account reports the scope `full`.',
  },
  {
    id: 'client.whoami.scope-restricted',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The scope is `restricted` when the probe answers 403, as it does for an org- or blob-scoped key.',
  },
  {
    id: 'client.whoami.restricted-is-valid',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'A key whose scope is `restricted` is valid and whoami exits 0.',
  },
  {
    id: 'client.whoami.scope-unknown',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The scope is `unknown` when the probe fails for another reason, a network or a server error.',
  },
  {
    id: 'client.whoami.scope-unverified-advisory',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The scope `unknown` raises the advisory `SCOPE_UNVERIFIED` on stderr.',
  },
  {
    id: 'client.whoami.scope-unknown-exits-0',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'The exit code stays 0 when the scope is `unknown`.',
  },
  {
    id: 'client.whoami.rejected-key',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami fails with `AUTH_INVALID` when the identity call rejects the key.',
  },
  {
    id: 'client.whoami.no-key',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami fails with `CREDENTIALS_NOT_FOUND` when no flag, variable or file gives a key.',
  },
  {
    id: 'client.whoami.unknown-profile',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami fails with `PROFILE_NOT_FOUND` when the named profile is not stored.',
  },
  {
    id: 'client.whoami.insecure-file',
    section: 'Endpoints / Client commands / svc whoami',
    wire: 'client',
    statement: 'Whoami fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
  },
] as const satisfies readonly ClauseRow[]
