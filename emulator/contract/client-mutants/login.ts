import {
  exit,
  failure,
  mutant,
  noRealtimeUrl,
  nothingStored,
  otherUrl,
  prompt,
  stderr,
  stdout,
  store,
  text,
  undo,
  usageError,
  withVariables,
  withoutFlags,
  type ClientMutantRows,
} from '../client-mutation.ts'

export const clientLoginMutants: ClientMutantRows = {
  'client.login.profile-flag': [mutant('ignores the flag', withoutFlags('--profile'))],
  'client.login.profile-variable': [mutant('does not look at SVC_PROFILE', withVariables({ SVC_PROFILE: null }))],
  'client.login.profile-default-name': [mutant('stores it under another name', withVariables({ SVC_PROFILE: 'main' }))],
  'client.login.api-key-literal': [mutant('ignores the flag', withoutFlags('--api-key'))],
  'client.login.api-key-stdin': [
    mutant('stores nothing', undo),
    mutant('stores another key', store(['api_key: .*$', 'api_key: another-key'])),
  ],
  'client.login.api-key-env': [
    mutant('stores nothing', undo),
    mutant('stores another key', store(['api_key: .*$', 'api_key: another-key'])),
  ],
  'client.login.api-url-literal': [mutant('ignores the flag', withoutFlags('--api-url'))],
  'client.login.api-url-default': [mutant('takes another URL', text(['127\\.0\\.0\\.1:4010', '127.0.0.1:4011']))],
  'client.login.api-url-stdin': [otherUrl],
  'client.login.api-url-env': [otherUrl],
  'client.login.realtime-url-literal': [mutant('ignores the flag', withoutFlags('--realtime-url'))],
  'client.login.realtime-url-stdin': [noRealtimeUrl],
  'client.login.realtime-url-env': [noRealtimeUrl],
  'client.login.no-input-fails': [
    ...failure('INPUT_REQUIRED'),
    mutant('asks all the same', stderr(['^', 'API key: '])),
  ],
  'client.login.one-source-per-value': [
    ...usageError,
    mutant('takes one of the two', withoutFlags('--api-key-stdin', '--api-url-env', '--realtime-url-env')),
  ],
  'client.login.one-stdin-flag': [...usageError, mutant('takes one of the two', withoutFlags('--api-url-stdin'))],
  'client.login.usage-before-reading': [
    mutant('reads the variable first', text(['USAGE_ERROR', 'ENV_VAR_NOT_SET'])),
    mutant('exits 1', exit(1)),
  ],
  'client.login.env-flag-needs-name': usageError,
  'client.login.values-resolve-independently': [
    mutant(
      'takes the API URL for the realtime URL as well',
      store(['^( +)realtime_url: ws:.*$', '$1realtime_url: http://127.0.0.1:9/v1']),
    ),
  ],
  'client.login.empty-source-fails': failure('INPUT_REQUIRED'),
  'client.login.env-unset-fails': failure('ENV_VAR_NOT_SET'),
  'client.login.env-blank-fails': failure('ENV_VAR_NOT_SET'),
  'client.login.prompt-not-after-stdin-flag': [
    ...failure('INPUT_REQUIRED'),
    mutant('asks all the same', stderr(['^', 'API URL: '])),
  ],
  'client.login.prompt-needs-terminal': [
    ...failure('INPUT_REQUIRED'),
    mutant('asks all the same', stderr(['^', 'API key: '])),
  ],
  'client.login.prompts-url-then-key': [mutant('asks for the key twice', prompt(['API URL', 'API key']))],
  'client.login.prompts-on-stderr': [mutant('does not show the default', prompt([' \\(http[^)]*\\)', '']))],
  'client.login.key-prompt-without-echo': [mutant('shows the key', stdout(['^', '${key}\n']))],
  'client.login.realtime-url-never-prompted': [
    mutant('asks for the realtime URL', prompt(['API key:', 'Realtime URL: API key:'])),
  ],
  'client.login.unclaimed-url-takes-default': [
    mutant('takes another URL', text(['127\\.0\\.0\\.1:4010', '127.0.0.1:4011'])),
    mutant('asks for it', stderr(['^', 'API URL: '])),
  ],
  'client.login.unclaimed-key-fails': failure('INPUT_REQUIRED'),
  'client.login.empty-answer-fails': failure('INPUT_REQUIRED'),
  'client.login.fails-before-network': [mutant('asks the service first', text(['INPUT_REQUIRED', 'API_UNAVAILABLE']))],
  'client.login.validates-key': [mutant('takes a key that is rejected', exit(0))],
  'client.login.rejected-key': [
    ...failure('AUTH_INVALID'),
    mutant('prints the answer all the same', stdout(['^$', 'Logged in\n'])),
  ],
  'client.login.writes-profile': [nothingStored],
  'client.login.prints-identity': [
    mutant('does not say the id', stdout([' \\([^)]*\\)', ''])),
    mutant('does not say the profile', stdout([", profile '[^']*'", ''])),
  ],
}
