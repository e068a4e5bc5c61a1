import {
  exit,
  failure,
  lack,
  mutant,
  refuse,
  set,
  stderr,
  stdout,
  text,
  withVariables,
  withoutFlags,
  type ClientMutantRows,
} from '../client-mutation.ts'

export const clientWhoamiMutants: ClientMutantRows = {
  'client.whoami.default-profile': [
    mutant(
      'shows another profile',
      stdout(['^Profile: .*$', 'Profile: another'], ['"profile":"[^"]*"', '"profile":"another"']),
    ),
  ],
  'client.whoami.api-key-overrides-profile': [mutant('takes the profile', withoutFlags('--api-key'))],
  'client.whoami.api-key-overrides-environment': [mutant('takes the environment', withoutFlags('--api-key'))],
  'client.whoami.api-url-flag': [mutant('ignores the flag', withoutFlags('--api-url'))],
  'client.whoami.api-url-environment': [mutant('ignores the variable', withVariables({ SVC_API_URL: null }))],
  'client.whoami.api-url-profile': [
    mutant('takes the default', withVariables({ SVC_API_URL: 'http://127.0.0.1:9/v1' })),
  ],
  'client.whoami.api-url-default': [mutant('takes another URL', text(['127\\.0\\.0\\.1:4010', '127.0.0.1:4011']))],
  'client.whoami.realtime-url-resolved': [
    mutant('shows none', stdout(['^Realtime: .*$', 'Realtime: none'])),
    mutant('shows null in its JSON', set('realtime_url', null)),
  ],
  'client.whoami.identity-then-probe': [mutant('does not probe', stdout(['full|restricted', 'unknown']))],
  'client.whoami.five-lines': [
    mutant('prints the scope first', stdout(['^([\\s\\S]*)(Scope: .*\\n)', '$2$1'])),
    mutant('leaves the URL out', stdout(['^URL: .*\\n', ''])),
  ],
  'client.whoami.user-line': [mutant('shows no id', stdout(['^(User: .*) \\(.*\\)$', '$1']))],
  'client.whoami.profile-none-flag-key': [
    mutant('says nothing in its place', stdout(['^Profile: \\(none\\)$', 'Profile:'])),
  ],
  'client.whoami.profile-none-environment-key': [
    mutant('says nothing in its place', stdout(['^Profile: \\(none\\)$', 'Profile:'])),
  ],
  'client.whoami.json-payload': ['profile', 'url', 'realtime_url', 'user', 'scope', 'schema_version'].map(lack),
  'client.whoami.json-profile-null': [lack('profile')],
  'client.whoami.scope-full': [mutant('says restricted', stdout(['full', 'restricted']))],
  'client.whoami.scope-full-service-account': [mutant('says restricted', stdout(['full', 'restricted']))],
  'client.whoami.scope-restricted': [mutant('says full', stdout(['restricted', 'full']))],
  'client.whoami.restricted-is-valid': [mutant('exits 1', exit(1)), mutant('refuses it', refuse('AUTH_INVALID'))],
  'client.whoami.scope-unknown-network': [mutant('says full', stdout(['unknown', 'full']))],
  'client.whoami.scope-unknown-server-error': [mutant('says restricted', stdout(['unknown', 'restricted']))],
  'client.whoami.scope-unverified-advisory': [mutant('says nothing', stderr(['warning: SCOPE_UNVERIFIED.*\\n', '']))],
  'client.whoami.scope-unknown-exits-0': [mutant('exits 1', exit(1))],
  'client.whoami.rejected-key': failure('AUTH_INVALID'),
  'client.whoami.no-key': failure('CREDENTIALS_NOT_FOUND'),
  'client.whoami.unknown-profile': failure('PROFILE_NOT_FOUND'),
  'client.whoami.insecure-file': failure('INSECURE_CREDENTIALS_PERMISSIONS'),
}
