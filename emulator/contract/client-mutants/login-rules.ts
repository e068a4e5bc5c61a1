import {
  failure,
  lack,
  mutant,
  noDefault,
  noRealtimeUrl,
  nothingStored,
  omit,
  otherDefault,
  refuse,
  set,
  stdout,
  store,
  type ClientMutantRows,
} from '../client-mutation.ts'

export const clientLoginRulesMutants: ClientMutantRows = {
  'client.login.json-payload': ['profile', 'url', 'realtime_url', 'user', 'schema_version'].map(lack),
  'client.login.json-user-is-identity-record': [
    mutant('shows another name', set('user.name', 'Eve')),
    lack('user.alias'),
  ],
  'client.login.key-never-printed': [
    mutant('prints the key in its JSON', stdout(['"schema_version"', '"key":"${key}","schema_version"'])),
  ],
  'client.login.json-realtime-url-concrete': [
    mutant('shows no realtime URL', set('realtime_url', null)),
    mutant('leaves it out', omit('realtime_url')),
  ],
  'client.login.stores-realtime-url-only-if-supplied': [
    noRealtimeUrl,
    mutant(
      'stores the default',
      store(['^( +)api_url: .*\\n(?! +realtime_url)', '$&$1realtime_url: ws://127.0.0.1:4010/v1/realtime\n']),
    ),
  ],
  'client.login.first-profile-is-default': [noDefault],
  'client.login.later-keeps-default': [otherDefault],
  'client.login.adds-profile': [nothingStored],
  'client.login.replaces-profile': [nothingStored],
  'client.login.no-identity-guard': [mutant('refuses another user', refuse('USER_IDENTITY_MISMATCH'))],
  'client.login.service-account-key': [nothingStored, mutant('refuses it', refuse('AUTH_INVALID'))],
  'client.login.insecure-file': failure('INSECURE_CREDENTIALS_PERMISSIONS'),
  'client.login.invalid-yaml': failure('CREDENTIALS_NOT_FOUND'),
  'client.login.malformed-profile': failure('CREDENTIALS_NOT_FOUND'),
  'client.login.unusable-file': failure('CREDENTIALS_NOT_FOUND'),
  'client.login.scripted-without-terminal': [nothingStored, mutant('needs a terminal', refuse('INPUT_REQUIRED'))],
  'worker.user-identity-mismatch': failure('USER_IDENTITY_MISMATCH'),
}
