import { section } from '../section.ts'

export const clientLogoutSections = [
  section('Endpoints / Client commands / svc logout', 'client', {
    'client.logout.removes-named-profile': 'Logout with `--profile` removes that profile and rewrites the file.',
    'client.logout.removes-default-profile': 'Logout without a name removes the default profile.',
    'client.logout.all-removes-every-profile': 'Logout with `--all` removes every profile.',
    'client.logout.all-clears-default': 'Logout with `--all` clears the default.',
    'client.logout.prints-removed': 'Logout prints one line "Removed profile \'<name>\'" for each removed profile.',
    'client.logout.json-removed': 'The JSON payload of logout has `removed`, the list of removed profile names.',
    'client.logout.json-removed-empty':
      'The `removed` of the JSON payload of logout is an empty list when no profile was removed.',
    'client.logout.default-not-repicked':
      'Removing the default profile leaves no default, and nothing picks a new one.',
    'client.logout.login-beside-others-sets-no-default':
      'With no default, a later login sets it only when no other profile exists.',
    'client.logout.no-default-needs-a-name':
      'Without a default a command fails until it names a profile or is given a key otherwise.',
    'client.logout.profile-use-restores-default': 'After the default was removed, `svc profile use` sets one again.',
    'worker.fails-after-logout-all':
      'After logout with `--all` the next start of the worker fails with `CREDENTIALS_NOT_FOUND`.',
    'client.logout.all-without-file':
      'Logout with `--all` and no credential file removes nothing, prints nothing and exits 0.',
    'client.logout.unknown-profile': 'Logout of a profile that is not stored fails with `PROFILE_NOT_FOUND`.',
    'client.logout.no-default': 'Logout with no name and no default to remove fails with `PROFILE_NOT_FOUND`.',
    'client.logout.insecure-file':
      'Logout fails with `INSECURE_CREDENTIALS_PERMISSIONS` when group or other can read the file.',
    'client.logout.malformed-file':
      'Logout fails with `CREDENTIALS_NOT_FOUND` when the file is present but cannot be parsed or is malformed.',
  }),
]
