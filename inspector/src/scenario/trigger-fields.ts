import { isObject } from '../../../emulator/engine/checking/is-object.ts'

/** A trigger as JSON; parts of it may be wrong while it is typed. */
export type TriggerJson = Readonly<Record<string, unknown>>

/** A field of the form of triggers. */
export interface TriggerField {
  /** Where the value stands: `['when', 'first']`; for faults below their entry in `do`. */
  readonly path: readonly string[]
  readonly label: string
  /** `text-or-json`: an object or a list where the text is one, else the text. */
  readonly kind: 'text' | 'number' | 'json' | 'text-or-json' | 'choice' | 'flag'
  /** Labels by value. */
  readonly choices?: Readonly<Record<string, string>>
  /** Suggestions: endpoints, commands, users or error codes. */
  readonly suggests?: 'endpoints' | 'commands' | 'users' | 'errors'
  /** Shown in an empty field: the effect of leaving it empty. */
  readonly hint?: string
}

/** A fault that has a form, with the fields of its argument. */
export interface FaultForm {
  readonly name: string
  readonly label: string
  readonly about: string
  /** Value of a new one. */
  readonly first: unknown
  readonly fields: readonly TriggerField[]
}

const status: readonly TriggerField[] = [
  { path: ['status'], label: 'Status', kind: 'number', hint: '503' },
  { path: ['body'], label: 'Body', kind: 'text-or-json', hint: 'text or JSON; none if empty' },
  { path: ['headers'], label: 'Headers', kind: 'json', hint: '{"retry-after": "5"}' },
]
const error: readonly TriggerField[] = [
  { path: ['error'], label: 'Error', kind: 'text', suggests: 'errors', hint: 'internal_error' },
  { path: ['message'], label: 'Message', kind: 'text', hint: 'that of the error' },
  { path: ['limit'], label: 'Limit', kind: 'json', hint: 'that of the error' },
]

/** The faults that tests need most. Others are written as JSON. */
export const faultForms: readonly FaultForm[] = [
  {
    name: 'fail',
    label: 'Fail',
    about: 'An answer of something in front of the service, or a refusal of the API.',
    first: { status: 503 },
    fields: status,
  },
  {
    name: 'delay',
    label: 'Delay',
    about: 'Real time before the answer leaves. 50ms..2s is drawn from the seed for each answer.',
    first: '500ms',
    fields: [{ path: [], label: 'By', kind: 'text', hint: '300ms, or 50ms..2s' }],
  },
  {
    name: 'lose_response',
    label: 'Lose the answer',
    about: 'The work is done, and the answer never comes.',
    first: true,
    fields: [],
  },
  {
    name: 'drop',
    label: 'Drop',
    about: 'The connection closes without an answer. The work is not done, unless the trigger acts after it.',
    first: true,
    fields: [],
  },
  {
    name: 'truncate',
    label: 'Cut',
    about: 'The connection closes inside the body. A body that is no longer than that arrives whole.',
    first: true,
    fields: [{ path: ['bytes'], label: 'After so many bytes', kind: 'number', hint: 'half of the body' }],
  },
]

/** Fields of a fault as it is written: those of `fail` are about a status or about an error. */
export function faultFields({ name, fields }: FaultForm, argument: unknown): readonly TriggerField[] {
  return name === 'fail' && isObject(argument) && 'error' in argument ? error : fields
}

/** Conditions, in groups. */
export const conditionFields: Readonly<Record<string, readonly TriggerField[]>> = {
  'Which requests': [
    {
      path: ['when', 'endpoint'],
      label: 'Endpoint',
      kind: 'text',
      suggests: 'endpoints',
      hint: 'POST /orgs, or * for all',
    },
    {
      path: ['when', 'command'],
      label: 'Command',
      kind: 'text',
      suggests: 'commands',
      hint: 'workflow.list_sessions, or *',
    },
    { path: ['when', 'caller'], label: 'Caller', kind: 'text', suggests: 'users', hint: 'anybody' },
    { path: ['when', 'params'], label: 'Parameters', kind: 'json', hint: '{"org_id": "acme"}' },
    {
      path: ['when', 'via'],
      label: 'Over',
      kind: 'choice',
      hint: 'any',
      choices: { http: 'HTTP', socket: 'a socket' },
    },
  ],
  'How many of them': [
    { path: ['when', 'first'], label: 'Only the next', kind: 'number', hint: 'all' },
    { path: ['when', 'nth'], label: 'Only number', kind: 'number', hint: 'any' },
    { path: ['when', 'every'], label: 'Every so many', kind: 'number', hint: '1' },
    { path: ['when', 'between'], label: 'Between', kind: 'json', hint: '[2, 4], or two world times' },
    { path: ['when', 'probability'], label: 'By chance, 0 to 1', kind: 'number', hint: '1' },
    { path: ['when', 'above'], label: 'Only beyond', kind: 'text', hint: '5/s, 100/m or 10/30s' },
  ],
  'The trigger': [
    {
      path: ['when', 'at'],
      label: 'Acts',
      kind: 'choice',
      hint: 'as the fault does',
      choices: { before: 'before the work is done', after: 'after the work is done' },
    },
    { path: ['name'], label: 'Name', kind: 'text', hint: 'trigger-1' },
    { path: ['optional'], label: 'Optional: a run in which it never fires is fine', kind: 'flag' },
  ],
}
