import type { ClauseRow } from '../clause-row.ts'

export const clientLogoutClauses = [
  {
    id: 'client.logout.removes-named-profile',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout with `--profile` removes that profile and rewrites the file.',
  },
  {
    id: 'client.logout.removes-default-profile',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout without a name removes the default profile.',
  },
  {
    id: 'client.logout.all-removes-every-profile',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout with `--all` removes every profile.',
  },
  {
    id: 'client.logout.all-clears-default',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout with `--all` clears the default.',
  },
  {
    id: 'client.logout.prints-removed',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout prints one line "Removed profile \'<name>\'" for each removed profile.',
  },
  {
    id: 'client.logout.json-removed',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'The JSON payload of logout has `removed`, the list of removed profile names.',
  },
  {
    id: 'client.logout.json-removed-empty',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'The `removed` of the JSON payload of logout is an empty list when no profile was removed.',
  },
  {
    id: 'client.logout.default-not-repicked',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Removing the default profile leaves no default, and nothing picks a new one.',
  },
  {
    id: 'client.logout.login-beside-others-sets-no-default',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'With no default, a later login sets it only when no other profile exists.',
  },
  {
    id: 'client.logout.no-default-needs-a-name',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Without a default a command fails until it names a profile or is given a key otherwise.',
  },
  {
    id: 'client.logout.profile-use-restores-default',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'After the default was removed, `svc profile use` sets one again.',
  },
  {
    id: 'worker.fails-after-logout-all',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'After logout with `--all` the next start of the worker fails with `CREDENTIALS_NOT_FOUND`.',
  },
  {
    id: 'client.logout.all-without-file',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout with `--all` and no credential file removes nothing, prints nothing and exits 0.',
  },
  {
    id: 'client.logout.unknown-profile',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout of a profile that is not stored fails with `PROFILE_NOT_FOUND`.',
  },
  {
    id: 'client.logout.no-default',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout with no name and no default to remove fails with `PROFILE_NOT_FOUND`.',
  },
  {
    id: 'client.logout.insecure-file',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement: 'Logout fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
  },
  {
    id: 'client.logout.malformed-file',
    section: 'Endpoints / Client commands / svc logout',
    wire: 'client',
    statement:
      'Logout fails with `CREDENTIALS_NOT_FOUND` when the file is present but cannot be parsed or is malformed.',
  },
] as const satisfies readonly ClauseRow[]
