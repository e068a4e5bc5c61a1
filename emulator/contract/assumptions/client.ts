import { assumeOfClient } from '../assume.ts'

/** `svc` and `svc-worker`. */
export const clientAssumptions = {
  'A-39': assumeOfClient(
    'JSON output and error output of the client',
    '`--json` selects JSON output; `schema_version` is 1. An error is `error: <CODE>: <text>` on stderr, or with `--json` `{"error": {"code", "message"}, "schema_version": 1}` on stdout. A second line on stderr may say where to look. Every named client error exits with 1.',
  ),
  'A-40': assumeOfClient(
    'Where a key and its URLs come from',
    'Beside the variables of the specification, `SVC_API_URL` and `SVC_REALTIME_URL` give the URLs to every command but `svc login`, which takes them from its flags, the prompt and the defaults. The defaults are `http://127.0.0.1:4010/v1` and `ws://127.0.0.1:4010/v1/realtime`. `--profile` beats `SVC_API_KEY`: it is a flag. A key from `--api-key` or `SVC_API_KEY` belongs to no profile: no URL is taken from one and the store is not opened, unless `--profile` names one; nothing then depends on a home. A profile that is named so gives the URLs and is shown, and one that does not exist is `PROFILE_NOT_FOUND`. A variable that is blank counts as unset, `HOME` too: the home is then the one that the system has for the user. A malformed URL on the command line is a usage error (exit code 2), from elsewhere `INPUT_INVALID` (exit code 1); a URL holds no user name, no password and no key, because commands print it. Redirects are not followed, because the key would go along.',
    ['A-68', 'A-202', 'A-208'],
  ),
  'A-41': assumeOfClient(
    'Errors of the client that are added',
    'A server that cannot be reached, that answers 5xx at login, or whose answer is not that of the API: `API_UNAVAILABLE`. A key that the identity call answers with 401 or 403, in the envelope of the API: `AUTH_INVALID`. A wrong command line: `USAGE_ERROR` (exit code 2), an empty `--profile` among them. A value from stdin, a prompt or a variable that cannot be one: `INPUT_INVALID`. Other processes that keep the lock of the store for 20 seconds: `CREDENTIALS_BUSY`; a lock whose time is more than three seconds from now, either way, is taken over, for its process has gone. A write that the system refuses, which leaves the file as it was: `CREDENTIALS_NOT_WRITTEN`. A file of pins that cannot be read: `WORKER_PIN_INVALID`. Anything else: `UNEXPECTED`. Advisories are `warning: <CODE>: <text>` on stderr, with `--json` too. Ctrl-C at a prompt ends with 130 and no message.',
    ['A-204'],
  ),
  'A-42': assumeOfClient(
    'Shape of the credential file',
    '`credentials.yaml` holds `default` (a name, or null) and `profiles`, by name each with `api_key`, `api_url` and, where one was given, `realtime_url`. `HOME` decides `~`. A file that is no regular file, larger than 1 MiB, not UTF-8 or not YAML is `CREDENTIALS_NOT_FOUND`; the message names the line and never repeats the text. Every scalar, here and in `worker.yaml`, is text as it is written, or null: `007` and `yes` are names. A write puts names into quotes where another YAML reader would take them for something else, and leaves unknown entries as they are. Aliases and tags of YAML are refused in `default` and `profiles` alone. A file of another owner is `INSECURE_CREDENTIALS_PERMISSIONS`. A symbolic link is followed, all checks are made on the file that it leads to, and a write replaces that file. An `api_key` is visible ASCII, an `api_url` is http or https without user, query or fragment, a `realtime_url` is ws or wss without credentials.',
    ['A-201'],
  ),
  'A-43': assumeOfClient(
    'The worker',
    "`svc-worker start` takes `--profile`, `--once` and `--repin`, and resolves its credentials as every other command does. Its first log line, once the service has answered, is `svc-worker: profile '<name>' (<user_id>) at <url>`, written before the pin is checked; with a key alone it names the profile `(none)` and pins nothing. It pins each profile that it has started with: `~/.svc/worker.yaml` holds `profile` and `user_id` of the last start and all of them under `pins`. A start that resolves a pinned profile to another user fails with `USER_IDENTITY_MISMATCH` (exit code 1); `--repin` accepts the new one. It never writes the credential file: what a rewrite does is seen of the client alone. It then opens `{realtime_url}`, is ready when the upgrade was accepted, and executes nothing: the engines live in the service. Its log goes to stdout, errors to stderr, and it has no `--json`. A key that the API refuses ends it with `AUTH_INVALID` at any time; everything else, the call for its identity too, is tried again after a pause that doubles from a quarter of a second to half a minute, is as long as `Retry-After` says (a minute at most), and is short again once a connection has lived for ten seconds. A connection that leaves a ping unanswered for 30 seconds is given up. With `--once` it exits when it is ready, and what fails is not tried again: `API_UNAVAILABLE`. SIGTERM and SIGINT close the connection with 1000 and end with 0.",
    ['A-74', 'A-205'],
  ),
  'A-69': assumeOfClient(
    'Which modes refuse a load',
    'Only the mode of the credential file itself refuses a load. A directory that others can write to is a warning on stderr. `svc logout --all --profile x` does what `--all` does.',
  ),
  'A-75': assumeOfClient(
    'SVC_PROFILE everywhere',
    '`SVC_PROFILE` selects the profile of every command that takes one, `svc logout` too.',
  ),
  'A-95': assumeOfClient(
    'A key that goes where a variable says',
    'Where the key of a stored profile goes to a URL that `SVC_API_URL` or `SVC_REALTIME_URL` names and the profile does not, one line on stderr says whose key goes to which host. Nothing else changes. A profile without a realtime URL expects the realtime API at the host of its API.',
  ),
  'A-96': assumeOfClient(
    'The end of input at a prompt',
    'The end of input at a prompt (Ctrl-D, a terminal that closes) answers nothing: `INPUT_REQUIRED`, at both prompts. Suspending the client (Ctrl-Z, then `fg`) is no end: the prompt comes again. A `-stdin` flag whose stdin is a terminal is `INPUT_REQUIRED`, because the terminal would show what is typed or pasted.',
  ),
  'A-340': assumeOfClient(
    'How the client speaks HTTP',
    "An API URL is shown, stored and used as it is understood: scheme and host in lower case, without a slash, `?` or `#` at its end. The client offers and decodes gzip, deflate and br, and decodes them unasked as well. Requests, and the socket of the worker, go through the proxy of `HTTPS_PROXY` (https, wss), `HTTP_PROXY` (http, ws) or else `ALL_PROXY`, in lower case first, except for what `NO_PROXY` lists; what a proxy itself answers is `API_UNAVAILABLE` and names the proxy. A refusal is the API's only with its envelope: a 401 or 403 without it (a web page, an empty body, foreign JSON) is `API_UNAVAILABLE`, and its message says that something in between may have given it. A 429 or 503 is tried again after its `Retry-After`, for a minute in all.",
  ),
  'A-206': assumeOfClient(
    'What stays of a credential file',
    'A login puts a whole new profile in the place of the old one. Other profiles, unknown entries and comments stay.',
  ),
  'A-207': assumeOfClient(
    'Profiles that are missing',
    'With no file, or no profile in it, every command that needs a key fails with `CREDENTIALS_NOT_FOUND`. With other profiles stored, a name that is not stored is `PROFILE_NOT_FOUND`, and neither a name nor a default is `CREDENTIALS_NOT_FOUND`. `svc logout`, `svc profile use` and `--profile` beside `--api-key` are about stored profiles: without a file they fail with `PROFILE_NOT_FOUND`.',
  ),
  'A-209': assumeOfClient(
    'What a login stores',
    'The default profile becomes the one that a login stored whenever no other profile exists. A default realtime URL is shown and not stored. `svc login` does not take `SVC_API_KEY`.',
  ),
}
