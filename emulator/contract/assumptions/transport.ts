import { alternative, assume, BELOW_ANSWERS, TOLD_FIRST, varied } from '../assume.ts'
import { add, refuse, rule, wire, withSettings } from '../mutation.ts'

/** How the API is reached: commands, sockets, JSON-RPC, credentials. */
export const transportAssumptions = {
  'A-1': assume('Two ways to call a command', {
    says: 'A workflow or scheduler command is called in two ways that mean the same: over HTTP by `POST {base_url}/<engine>/<command>`, where the JSON body holds the parameters and the answer has the envelope of REST, and over JSON-RPC 2.0 at `{realtime_url}` by the method `<engine>.<command>`. Parameters go by name; where there are none they may be left out.',
    unobservable: TOLD_FIRST,
  }),
  'A-4': assume('Credentials of a socket', {
    says: 'A socket is opened with the headers of a request or, where headers cannot be set, with `access_token` or `api_key` in the query of its address, or it is given credentials by the first call `session.authenticate`. Headers win over the query, and a token over a key. A command on a socket without credentials is refused with `unauthenticated`.',
    unobservable: TOLD_FIRST,
  }),
  'A-410': assume('Wrong credentials of an upgrade', {
    says: 'An upgrade with wrong credentials is refused with HTTP 401.',
    otherwise: [
      alternative(
        'It is accepted, and each command on the socket is refused with `unauthenticated` until others are accepted.',
        'Is an upgrade with wrong credentials refused, or the first command on its socket?',
        rule('upgrade-takes-any'),
      ),
    ],
  }),
  'A-5': assume('The envelope over JSON-RPC', {
    says: 'Over JSON-RPC the `result` of a success is the envelope without its `status`. The verdict of Check Definition keeps its `status`.',
    otherwise: [
      alternative(
        'The `result` of every success holds `status`, too.',
        'Does `result` hold `status` over JSON-RPC?',
        add('status', 'success'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-15': assume('Credentials of retired users', {
    says: 'The keys and tokens of a retired user, and the acting tokens that a retired human minted, are refused with 401.',
    otherwise: [
      alternative(
        'They are refused with 403 `forbidden`.',
        'With which status are the keys of a retired user refused?',
        refuse('forbidden'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-56': assume('Two credentials in one request', {
    says: 'Where a request has both `Authorization` and `X-API-Key`, the first decides, also when it is the wrong one.',
    otherwise: [
      alternative(
        '`X-API-Key` decides.',
        'Which header decides where a request has both `Authorization` and `X-API-Key`?',
        rule('key-before-token'),
      ),
    ],
  }),
  'A-57': assume('Messages of JSON-RPC', {
    says: 'Errors have the codes of JSON-RPC 2.0. A refusal of the API has -32600 for `params` that are no parameters and for a batch that is too large, -32602 for `invalid_request_body`, `invalid_cursor` and `invalid_limit`, -32603 for `internal_error` and -32000 for every other code; its `message` is the prose, and `data` holds `error` and, where there is one, `limit`.',
    otherwise: [
      varied(
        'Every refusal of the API that has -32602 or -32603 otherwise has the code -32000.',
        'Which JSON-RPC code has a refused parameter, and a server error?',
        wire({ edits: [{ op: 'replace', path: 'error.code', from: [-32602, -32603], to: -32000 }] }),
      ),
    ],
    was: ['A-3', 'A-300'],
  }),
  'A-402': assume('Parameters that are no object', {
    says: '`params` that are null, a text, a number, true or false are -32600.',
    otherwise: [
      alternative(
        'In a call that has an id they are wrong parameters: -32602.',
        'Which JSON-RPC code has a call whose `params` are null, a text, a number, true or false?',
        wire({ edits: [{ op: 'replace', path: 'error.code', from: [-32600], to: -32602 }] }),
        { answer: 'refusal' },
      ),
      alternative(
        'Null is taken for parameters that are left out.',
        'Are `params` that are null the same as none?',
        rule('null-params-are-none'),
      ),
    ],
  }),
  'A-407': assume('Frames that are not read', {
    says: 'A binary frame, and a message above `request_body_bytes`, is answered -32600, and the connection goes on.',
    otherwise: [
      alternative(
        'It closes the connection: with 1003, or 1009 for a message that is too large.',
        'Does a binary frame, or a message that is too large, close the socket?',
        rule('unread-frames-close'),
      ),
    ],
  }),
  'A-403': assume('Bounds of a batch', {
    says: 'A batch of more calls than `batch_calls` (200) is -32600, and none of them runs. Once the answers to a batch hold more than 4,194,304 characters (`batch_answer`) or its calls have made more than 5,000 writes (`batch_writes`), each further call of it is refused so.',
    otherwise: [
      alternative(
        'A batch holds at most 20 calls.',
        'How many calls may a batch hold?',
        withSettings({ limits: { batch_calls: 20 } }),
      ),
    ],
  }),
  'A-383': assume('Ids of calls', {
    says: 'The id of a call comes back as it was written, digit for digit; null is an id like any other.',
    otherwise: [
      alternative(
        'In the answer to a call, a number comes back as JavaScript writes a double: rounded, `1.0` as `1`, and null beyond the largest.',
        'Does the id of a call come back digit for digit?',
        wire({ rounded: true }),
      ),
    ],
    was: ['A-85', 'A-314'],
  }),
  'A-384': assume('Parameters by position', {
    says: 'Parameters by position are -32602.',
    otherwise: [
      alternative(
        'They are -32600.',
        'Which JSON-RPC code has a call with parameters by position?',
        wire({ edits: [{ op: 'replace', path: 'error.code', from: [-32602], to: -32600 }] }),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-385': assume('Unknown methods', {
    says: 'An unknown method is told with a near miss in `data.did_you_mean`, where there is one.',
    otherwise: [
      alternative(
        'The refusal of an unknown method has no `data`.',
        'Does the refusal of an unknown method say which one was meant?',
        wire({ edits: [{ op: 'omit', path: 'error.data' }] }),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-180': assume('Idle connections', {
    says: 'The server never closes a connection that waits for its next request. One whose request was begun and not finished is closed after minutes.',
    unobservable: BELOW_ANSWERS,
  }),
  'A-312': assume('Frames that close a connection', {
    says: 'The server closes a connection with 1009 after a frame over 16 MiB, with 1002 after a broken one, and with 1007 after text that is no UTF-8.',
    unobservable: BELOW_ANSWERS,
  }),
  'A-313': assume('Slow and silent sockets', {
    says: 'Once 1 MiB of answers waits for a client, nothing more is read from it until it has read them; an answer of any size is sent whole to a client that reads. A client that leaves a ping unanswered for 30 seconds is cut off.',
    unobservable: BELOW_ANSWERS,
  }),
  'A-315': assume('Credentials of a socket over time', {
    says: 'The credentials of a socket are looked up again with every call: a key that is deleted, a token that expires and a user who retires meanwhile are refused from then on.',
    otherwise: [
      alternative(
        'Credentials that were right when they were given hold as long as the socket is open.',
        'Are calls on an open socket refused once its key is deleted or its token has expired?',
        rule('credentials-hold'),
      ),
    ],
  }),
  'A-404': assume('Refused credentials on an open socket', {
    says: 'Credentials that `session.authenticate` refuses leave those before in force.',
    otherwise: [
      alternative(
        'They end those before: each command is refused with `unauthenticated` until others are accepted.',
        'Do the credentials of a socket stay in force when `session.authenticate` refuses others?',
        refuse('unauthenticated', 'The socket has no credentials: those refused last ended those before.'),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-316': assume('Order of answers on a socket', {
    says: 'A connection answers in the order of its calls, within a batch too.',
    otherwise: [
      varied(
        'What arrives together, in a batch or one message behind the other, is answered in the reverse order.',
        'Are calls on a socket answered in their order?',
        withSettings({ socket_answers: 'reversed' }, 'order'),
      ),
    ],
  }),
  'A-317': assume('A result with nothing to return', {
    says: 'A command that has nothing to return answers the result `{}`, as does `session.authenticate`.',
    otherwise: [
      alternative(
        'The result is null.',
        'What is the `result` of a command that has nothing to return?',
        wire({ edits: [{ op: 'set', path: 'result', to: null }] }),
      ),
    ],
  }),
  'A-318': assume('Upgrades to other protocols', {
    says: 'A request that asks for an upgrade to a protocol other than WebSocket is answered as if it had not asked.',
    unobservable: BELOW_ANSWERS,
  }),
  'A-330': assume('Rate limits', {
    says: 'A service that limits rates lets that many requests through at once and refills the allowance evenly over the period, for all callers together. A request beyond it is not handled and takes nothing from the allowance: it is 429 with `Retry-After`, in whole seconds and at least 1, and `rate_limited` in the envelope. Calls on a socket are not limited.',
    unobservable: 'No rate is limited unless a test says so, and then it says the answer, too.',
  }),
  'A-361': assume('Spelling of credentials', {
    says: 'The scheme of `Authorization` is `Bearer` in any case of its letters, with one or more spaces behind it. `Authorization` or `X-API-Key` that comes twice is refused with 401.',
    otherwise: [
      alternative(
        'Any other spelling than `Bearer` with one space behind it is refused with 401.',
        'Is the scheme `bearer`, in other letters or with more spaces behind it, taken?',
        refuse('unauthenticated', "The Authorization header must read 'Bearer <token>', with one space."),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-341': assume('What HTTP itself refuses', {
    says: 'A request whose headers are too many or too large is 431, one that expects what the server does not do is 417, and one that has to be upgraded is 426, each in the envelope where it can be written. The body of a GET is not looked at.',
    unobservable: BELOW_ANSWERS,
  }),
  'A-45': assume('Statuses of success', {
    says: 'Every success is 200, also that of a creation.',
    otherwise: [
      varied(
        'A creation is 201, but for entries of metadata.',
        'Which status has a creation?',
        wire({ status: 201, creations: true }),
      ),
    ],
  }),
  'A-382': assume('Status of work that goes on', {
    says: 'What starts an operation is answered with 200.',
    otherwise: [
      varied('It is 202.', 'Which status has what starts an operation?', wire({ status: 202 }), {
        answer: 'success',
      }),
    ],
  }),
  'A-90': assume('HEAD and OPTIONS', {
    says: 'HEAD is GET without its body. OPTIONS is 204 with `Allow` and no envelope. `Allow` names OPTIONS, and HEAD where it names GET. Where pages of other origins may read answers, every preflight is 204, also that of a path that does not exist, so that a page reads the refusal.',
    otherwise: [
      alternative(
        'HEAD is 405 `method_not_allowed`, and no `Allow` names it.',
        'Does a path that takes GET take HEAD?',
        rule('head-refused'),
      ),
    ],
  }),
}
