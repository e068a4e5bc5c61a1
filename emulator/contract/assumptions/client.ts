import type { AssumptionTexts } from '../assumption-titles.ts'

export const clientAssumptions = {
  'A-39':
    '`--json` selects JSON output; `schema_version` is 1. Errors: `error: <CODE>: <text>` on stderr, or with ' +
    '`--json` `{"error": {"code", "message"}, "schema_version": 1}` on stdout; exit code 1 for every named ' +
    'client error.',
  'A-40':
    'Environment: `SVC_API_KEY`, `SVC_PROFILE` (spec), `SVC_API_URL`, `SVC_REALTIME_URL`. Default URLs: ' +
    '`http://127.0.0.1:4010/v1` and `ws://127.0.0.1:4010/v1/realtime`.' +
    ' Replaced where it differs by A-68.',
  'A-41':
    'A server that cannot be reached, or answers 5xx at login: `API_UNAVAILABLE`. A rejected key = 401 or 403 ' +
    'from the identity call: `AUTH_INVALID`.',
  'A-42':
    '`credentials.yaml`: `default: <name>|null`, `profiles: {<name>: {api_key, api_url, realtime_url?}}`. ' +
    '`HOME` decides `~`.',
  'A-43':
    "`svc-worker start [--profile NAME] [--once]`: first log line `svc-worker: profile '<name>' (<user_id>) " +
    'at <url>`; pins `{profile, user_id}` in `~/.svc/worker.yaml` at its first start; a later start that ' +
    'resolves the pinned profile to another user fails with `USER_IDENTITY_MISMATCH` (exit 1; `--repin` ' +
    'accepts the new one). It then opens `{realtime_url}`, reports readiness and executes nothing: the ' +
    'engines live in the service. `--once` exits after readiness.' +
    ' Replaced where it differs by A-74.',
  'A-44':
    '"An older release" is reproducible: the credential store can be told to write as release 0 (drops every ' +
    '`realtime_url`); scenarios use it.',
} satisfies AssumptionTexts
