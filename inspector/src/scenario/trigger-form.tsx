import { useId } from 'preact/hooks'
import { LabelledField } from '../form/labelled-field.tsx'
import {
  conditionFields,
  faultFields,
  faultForms,
  type FaultForm,
  type TriggerField,
  type TriggerJson,
} from './trigger-fields.ts'
import { TriggerInput } from './trigger-input.tsx'
import { valueAt, withFault, withValueAt, type FormFault } from './trigger-values.ts'
import { useSuggestions, type Suggestions } from './use-suggestions.ts'

interface Props {
  readonly trigger: TriggerJson
  readonly fault: FormFault
  /** Problems by field: `when.first`, `do.fail.status`. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (trigger: TriggerJson) => void
}

/** Form of a trigger with one of the common faults. */
export function TriggerForm({ trigger, fault: { form, argument }, errors, onChange }: Props) {
  const id = useId()
  const suggestions = useSuggestions()
  const input = (field: TriggerField, value: unknown, change: (value: unknown) => void, prefix = '') => {
    const key = [...(prefix === '' ? [] : [prefix]), ...field.path].join('.')
    return (
      <TriggerInput
        key={`${key} ${field.label}`}
        field={field}
        value={value}
        error={errors[key]}
        list={field.suggests === undefined ? undefined : `${id}-${field.suggests}`}
        onValue={change}
      />
    )
  }
  const fields = faultFields(form, argument)
  return (
    <div class="trigger-form">
      <div class="segments" role="group" aria-label="Fault">
        {faultForms.map(({ name, label, first }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === form.name}
            onClick={() => onChange(withFault(trigger, name, first))}
          >
            {label}
          </button>
        ))}
      </div>
      <p class="dim">{form.about}</p>
      <div class="fields-row">
        {form.name === 'fail' ? (
          <AnswerChoice
            ofApi={valueAt(argument, ['error']) !== undefined}
            onChange={(ofApi) => onChange(withFault(trigger, 'fail', ofApi ? { error: 'internal_error' } : form.first))}
          />
        ) : null}
        {fields.map((field) =>
          input(
            field,
            valueAt(argument, field.path),
            (value) => onChange(withFault(trigger, form.name, argumentWith(form, argument, field, value))),
            `do.${form.name}`,
          ),
        )}
      </div>
      {Object.entries(conditionFields).map(([title, group]) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div class="fields-row">
            {group.map((field) =>
              input(field, valueAt(trigger, field.path), (value) =>
                onChange(withValueAt(trigger, field.path, value) as TriggerJson),
              ),
            )}
          </div>
        </fieldset>
      ))}
      <Lists id={id} suggestions={suggestions} />
    </div>
  )
}

/**
 * The argument of a fault with one value changed. An argument without options is `true` again, and an empty error
 * stays: without it, the fields would be those of a status.
 */
function argumentWith({ first }: FaultForm, argument: unknown, { path }: TriggerField, value: unknown): unknown {
  const kept = path[0] === 'error' ? (value ?? '') : value
  const changed = withValueAt(argument, path, kept) ?? ''
  return first === true && Object.keys(changed as object).length === 0 ? true : changed
}

function AnswerChoice({ ofApi, onChange }: { ofApi: boolean; onChange: (ofApi: boolean) => void }) {
  return (
    <LabelledField label="With">
      {(attributes) => (
        <select
          {...attributes}
          value={String(ofApi)}
          onChange={({ currentTarget }) => onChange(currentTarget.value === 'true')}
        >
          <option value="false">a status</option>
          <option value="true">an error of the API</option>
        </select>
      )}
    </LabelledField>
  )
}

function Lists({ id, suggestions }: { id: string; suggestions: Suggestions }) {
  return (
    <>
      {Object.entries(suggestions).map(([name, values]) => (
        <datalist key={name} id={`${id}-${name}`}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </>
  )
}
