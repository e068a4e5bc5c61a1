import type { ComponentChildren } from 'preact'
import { withoutDescription, type Schema } from '../form/field.ts'
import { ValueField } from '../form/value-field.tsx'
import { argumentForms, chooseForm, type ArgumentForm } from './trigger-schema.ts'
import { formatPhrase } from './trigger-sentence.ts'
import { valueAt, withValueAt, type Action } from './trigger-values.ts'

interface Props {
  readonly actions: ReadonlyMap<string, Schema>
  readonly action: Action
  readonly errors: Readonly<Record<string, string>>
  readonly onAction: (action: Action) => void
  /** Fields of the requests that the trigger is about. */
  readonly subject: ComponentChildren
}

/** The action of a trigger as a sentence with fields: `[Fail …] the next [1] [GET /users/me] with [503]`. */
export function ActionSentence({ actions, action: { name, argument }, errors, onAction, subject }: Props) {
  const forms = argumentForms(actions.get(name)!)
  const form = chooseForm(forms, argument)!
  return (
    <div class="sentence-form">
      <select
        aria-label="What it does"
        value={name}
        onChange={({ currentTarget: { value } }) =>
          onAction({ name: value, argument: argumentForms(actions.get(value)!)[0]!.first })
        }
      >
        {[...actions.keys()].map((each) => (
          <option key={each} value={each}>
            {formatLabel(each)}
          </option>
        ))}
      </select>
      <span>{subject}</span>
      {words(name, form).map((word) =>
        typeof word === 'string' ? (
          word
        ) : (
          <ValueField
            key={word.field}
            name={word.field === '' ? name : word.field.replaceAll('_', ' ')}
            schema={withoutDescription(form.fields[word.field]!)}
            value={word.field === '' ? argument : valueAt(argument, [word.field])}
            error={errors[['do', name, word.field].filter(Boolean).join('.')]}
            onValue={(value = '') =>
              onAction({ name, argument: word.field === '' ? value : withValueAt(argument, [word.field], value) })
            }
          />
        ),
      )}
      {forms.length === 1 ? null : (
        <select
          aria-label="With"
          value={form.label}
          onChange={({ currentTarget: { value } }) =>
            onAction({ name, argument: forms.find(({ label }) => label === value)!.first })
          }
        >
          {forms.map((each) => (
            <option key={each.label} value={each.label}>
              {each.label || formatTail(name, each)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

/** Stand for the subject and the fields in a phrase, where their places are looked for. */
const SUBJECT = '\u0001'
const FIELD = '\u0002'

/** Formats an action for a choice, without what fields say after it: `Fail …`, `Send the answer to … twice`. */
function formatLabel(name: string): string {
  const phrase = formatPhrase(name, '…', undefined).replace(/ … (?:with|by|down to|in half|at)\b.*$/, ' …')
  return `${phrase[0]!.toUpperCase()}${phrase.slice(1)}`
}

/** Formats the end of a phrase, after its subject: `in half`. */
function formatTail(name: string, { first }: ArgumentForm): string {
  return formatPhrase(name, SUBJECT, first).split(SUBJECT)[1]!.trim()
}

type Word = string | { readonly field: string }

/** The words of a phrase after its subject, with its fields between them. Fields that it does not say come last. */
function words(name: string, { required }: ArgumentForm): Word[] {
  if (required.length === 0) return []
  const marked = (field: string) => `${FIELD}${field}${FIELD}`
  const argument = required[0] === '' ? marked('') : Object.fromEntries(required.map((field) => [field, marked(field)]))
  const parts = formatPhrase(name, SUBJECT, argument).split(SUBJECT)[1]!.split(FIELD)
  const said = parts.flatMap((part, index): Word[] => (index % 2 === 1 ? [{ field: part }] : part === '' ? [] : [part]))
  return [
    ...said,
    ...required
      .filter((field) => !parts.some((part, index) => index % 2 === 1 && part === field))
      .map((field) => ({ field })),
  ]
}
