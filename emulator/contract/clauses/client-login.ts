import { section } from '../section.ts'

export const clientLoginSections = [
  section('Endpoints / Client commands / svc login', 'client', {
    'client.login.profile-flag': 'Login stores the profile under the name of `--profile`.',
    'client.login.profile-variable': 'Login without `--profile` stores the profile under the name of `SVC_PROFILE`.',
    'client.login.profile-default-name':
      'Login without `--profile` and `SVC_PROFILE` stores the profile under the name `default`.',
    'client.login.api-key-literal': 'The flag `--api-key` takes the key as a literal.',
    'client.login.api-key-stdin': 'The flag `--api-key-stdin` reads the key from stdin.',
    'client.login.api-key-env': 'The flag `--api-key-env` reads the key from the named variable.',
    'client.login.api-url-literal': 'The flag `--api-url` names the API URL to log in against.',
    'client.login.api-url-default': 'Login without a source for it takes `{base_url}` as the API URL.',
    'client.login.api-url-stdin': 'The flag `--api-url-stdin` reads the API URL from stdin.',
    'client.login.api-url-env': 'The flag `--api-url-env` reads the API URL from the named variable.',
    'client.login.realtime-url-literal': 'The flag `--realtime-url` names the realtime URL to store.',
    'client.login.realtime-url-stdin': 'The flag `--realtime-url-stdin` reads the realtime URL from stdin.',
    'client.login.realtime-url-env': 'The flag `--realtime-url-env` reads the realtime URL from the named variable.',
    'client.login.no-input-fails': 'With `--no-input` the client never prompts and fails instead.',
    'client.login.one-source-per-value': 'Naming two sources for one value is a usage error.',
    'client.login.one-stdin-flag': 'Using more than one `-stdin` flag is a usage error.',
    'client.login.usage-before-reading': 'A usage error of the sources is raised before anything is read.',
    'client.login.env-flag-needs-name': 'An `-env` flag without a variable name is a usage error.',
    'client.login.values-resolve-independently':
      'The key, the API URL and the realtime URL each resolve from a source of their own.',
    'client.login.empty-source-fails': 'A source that yields an empty value fails at once with `INPUT_REQUIRED`.',
    'client.login.env-unset-fails': 'An `-env` source whose variable is unset fails with `ENV_VAR_NOT_SET`.',
    'client.login.env-blank-fails': 'An `-env` source whose variable is blank fails with `ENV_VAR_NOT_SET`.',
    'client.login.prompt-not-after-stdin-flag': 'The client does not prompt when a `-stdin` flag was used.',
    'client.login.prompt-needs-terminal': 'The client does not prompt when stdin is not a terminal.',
    'client.login.prompts-url-then-key': 'The prompt asks for the API URL first and for the key after it.',
    'client.login.prompts-on-stderr': 'The API URL is asked on stderr with the default offered.',
    'client.login.key-prompt-without-echo': 'The key is asked without echo.',
    'client.login.realtime-url-never-prompted': 'The realtime URL is never prompted for.',
    'client.login.unclaimed-url-takes-default':
      'Off the prompting path an unclaimed API URL silently takes its default.',
    'client.login.unclaimed-key-fails': 'Off the prompting path an unclaimed key fails with `INPUT_REQUIRED`.',
    'client.login.empty-answer-fails': 'An empty answer to the prompt for the key fails with `INPUT_REQUIRED`.',
    'client.login.fails-before-network': 'A missing key fails before any network call.',
    'client.login.validates-key': 'The key is validated with `GET /v1/users/me`.',
    'client.login.rejected-key': 'A key that the identity call rejects gives `AUTH_INVALID`.',
    'client.login.writes-profile': 'A login that succeeds writes the profile to the credential file.',
    'client.login.prints-identity':
      'A login that succeeds prints "Logged in as <name> (<user_id>), profile \'<profile>\'".',
  }),
]
