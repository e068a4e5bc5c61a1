import type { AssumptionTexts } from '../assumption-titles.ts'

/** Decisions of the project about `svc` and `svc-worker`, A-95, A-96 and those from A-201 on. */
export const decidedClientAssumptions = {
  'A-95':
    'Where the key of a stored profile goes to a URL that `SVC_API_URL` or `SVC_REALTIME_URL` names and the profile ' +
    'does not, one line on stderr says whose key goes to which host. Nothing else changes. A profile without a ' +
    'realtime URL expects the realtime API at the host of its API.',
  'A-96':
    'The end of input at a prompt (Ctrl-D, a terminal that closes) answers nothing: `INPUT_REQUIRED`, at both prompts. ' +
    'Suspending the client (Ctrl-Z, then `fg`) is no end: the prompt comes again. A `-stdin` flag whose stdin is a ' +
    'terminal is `INPUT_REQUIRED`, because the terminal would show what is typed or pasted.',
  'A-201':
    'A credential file that is no regular file, larger than 1 MiB, not UTF-8 or not YAML is ' +
    '`CREDENTIALS_NOT_FOUND`; the message names the line and never repeats the text. Every scalar, here and in ' +
    '`worker.yaml`, is text as it is written, or null: `007` and `yes` are names. A write puts names into quotes ' +
    'where another YAML reader would take them for something else, and leaves unknown entries as they are. Aliases and ' +
    'tags of YAML are refused in `default` and `profiles` alone. A file of another owner is `INSECURE_CREDENTIALS_PERMISSIONS`. A symbolic link is followed, ' +
    'all checks are made on the file that it leads to, and a write replaces that file. An `api_key` is ' +
    'visible ASCII, an `api_url` is http or https without user, query or fragment, a `realtime_url` is ws or ' +
    'wss without credentials.',
  'A-202':
    'A key from `--api-key` or `SVC_API_KEY` belongs to no profile: no URL is taken from one and the store is ' +
    'not opened, unless `--profile` names one; nothing then depends on a home. A variable that is blank counts as ' +
    'unset, `HOME` too: the home is then the one that the system has for the user. A flag that is empty is ' +
    '`INPUT_REQUIRED`.',
  'A-204':
    "`API_UNAVAILABLE` also for an answer that is not the API's; `USAGE_ERROR` for a wrong command line (exit " +
    'code 2); `INPUT_INVALID` for a value from stdin, a prompt or a variable that cannot be one; ' +
    '`CREDENTIALS_BUSY` when other processes keep the lock of the store for 20 seconds (a lock whose time is more ' +
    'than three seconds from now, either way, is taken over, for its process has gone); ' +
    '`CREDENTIALS_NOT_WRITTEN` when the system refuses the write, which leaves the file as it was; ' +
    '`WORKER_PIN_INVALID` for a file of pins that cannot be read; `UNEXPECTED` for anything else. Advisories ' +
    'are `warning: <CODE>: <text>` on stderr, with `--json` too. Ctrl-C at a prompt ends with 130 and no ' +
    'message.',
  'A-205':
    'The worker resolves its credentials as every other command does; with a key alone its first line names ' +
    'the profile `(none)` and nothing is pinned. The first line is written before the pin is checked. Its log ' +
    'goes to stdout, errors to stderr, and it has no `--json`. It is ready when the upgrade was accepted. A ' +
    'refused key ends it with `AUTH_INVALID` at any time; everything else is tried again after a pause that ' +
    'doubles from a quarter of a second to half a minute, and is short again once a connection has lived for ' +
    'ten seconds. A connection that leaves a ping unanswered for 30 seconds is given up. With `--once` a ' +
    'connection that fails is `API_UNAVAILABLE`. The call for its identity is not tried again. SIGTERM and ' +
    'SIGINT close the connection with 1000 and end with 0.',
  'A-206':
    'A login puts a whole new profile in the place of the old one. Other profiles, unknown entries and ' +
    'comments stay. `SVC_CREDENTIALS_RELEASE=0` makes the client write as the older release did; any value ' +
    'but 0 and 1 is a usage error.',
  'A-207':
    'With no file, or no profile in it, every command that needs a key fails with `CREDENTIALS_NOT_FOUND`. ' +
    'With other profiles stored, a name that is not stored is `PROFILE_NOT_FOUND`, and neither a name nor a ' +
    'default is `CREDENTIALS_NOT_FOUND`. `svc logout`, `svc profile use` and `--profile` beside `--api-key` ' +
    'are about stored profiles: without a file they fail with `PROFILE_NOT_FOUND`.',
  'A-208':
    'A malformed URL on the command line is a usage error (exit code 2), from elsewhere `INPUT_INVALID` (exit ' +
    'code 1). A URL holds no user name, no password and no key, because commands print it. Redirects are not ' +
    'followed, because the key would go along.',
  'A-209':
    'The default profile becomes the one that a login stored whenever no other profile exists. A default ' +
    'realtime URL is shown and not stored. `svc login` does not take `SVC_API_KEY`.',
  'A-340':
    'An API URL is shown, stored and used as it is understood: scheme and host in lower case, without a slash, `?` or ' +
    '`#` at its end. The client offers and decodes gzip, deflate and br, and decodes them unasked as well. Requests, ' +
    'and the socket of the worker, go through the proxy of `HTTPS_PROXY` (https, wss), `HTTP_PROXY` (http, ws) or else ' +
    '`ALL_PROXY`, in lower case first, except for what `NO_PROXY` lists; what a proxy itself answers is ' +
    '`API_UNAVAILABLE` and names the proxy. A 401 or 403 that is not an answer of the API is `AUTH_INVALID` as well, ' +
    'and its message says that something in between may have given it.',
} satisfies AssumptionTexts
