import { section } from '../section.ts'

export const clientStoreSections = [
  section('Resources and their fields / Client profile and credential file', 'client', {
    'client.profile.holds-key-and-url': 'A stored profile holds an API key and the API URL it belongs to.',
    'client.profile.realtime-url-optional': 'A stored profile may hold a realtime URL and is valid without one.',
    'client.file.path': 'The credential store is the file `~/.svc/credentials.yaml`.',
    'client.file.yaml-default-and-profiles':
      'The credential file is YAML with a `default` entry and a `profiles` map keyed by profile name.',
    'client.file.default-names-profile':
      'The `default` entry of the credential file is the name of the default profile.',
    'client.file.written-atomically':
      'The credential file is written atomically: a reader finds the old content or the new, never a part.',
    'client.file.mode-0600': 'The credential file is written with mode `0600`.',
    'client.file.group-or-other-bits-refused':
      'A credential file with any group or other permission bit is refused on load with `INSECURE_CREDENTIALS_PERMISSIONS`.',
    'client.file.mode-never-fixed': 'A refused credential file keeps the mode it had.',
    'client.key-never-in-output': 'The client never prints a key in its output.',
    'client.key-never-in-errors': 'The client never prints a key in an error.',
    'client.key-never-in-json': 'The client never prints a key in its JSON payload.',
    'client.file.rewritten-whole': 'A write rewrites the whole credential file from what was read.',
    'worker.reads-credential-file': 'The worker reads the credential file of the client.',
    'client.file.old-release-drops-realtime-url':
      'A rewrite by an older release of the client drops `realtime_url` from every stored profile.',
  }),
  section('Endpoints / Client commands', 'client', {
    'client.json-output': 'Each command offers JSON output.',
    'client.schema-version': 'The JSON payload of each command includes `schema_version`.',
    'client.exit-0-on-success': 'A command that succeeds exits with code 0.',
    'client.exit-2-on-usage-error': 'A usage error exits with code 2.',
  }),
  section('Authentication / Client credential resolution', 'client', {
    'client.resolution.flags-over-environment': 'Command flags override the environment.',
    'client.resolution.environment-over-profile': 'The environment overrides the stored profile.',
    'client.resolution.env-key-without-file': 'The variable `SVC_API_KEY` alone is enough, with no credential file.',
    'client.resolution.env-key-no-warning': 'Using `SVC_API_KEY` alone prints no warning.',
    'client.resolution.svc-profile': 'The variable `SVC_PROFILE` selects the profile when no flag does.',
  }),
  section('Events', 'client', {
    'client.realtime-url-never-opened': 'The client stores and reports a realtime URL and opens no connection with it.',
  }),
]
