import { useId } from 'preact/hooks'
import { isCommandName } from '../../../emulator/engine/matching/meant-unit.ts'
import { withoutDescription, type Schema } from '../form/field.ts'
import { ValueField } from '../form/value-field.tsx'
import { Prose } from '../parts/prose.tsx'
import { ActionSentence } from './action-sentence.tsx'
import { argumentForms, chooseForm, type TriggerSchema } from './trigger-schema.ts'
import { valueAt, withAction, withValueAt, type Action, type TriggerJson } from './trigger-values.ts'
import { useSuggestions, type Suggestions } from './use-suggestions.ts'

interface Props {
  readonly schema: TriggerSchema
  readonly trigger: TriggerJson
  readonly action: Action
  /** Problems by field: `when.first`, `do.fail.status`. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (trigger: TriggerJson) => void
}

/** Form of a trigger with one action: a sentence with fields in it, and the other fields of its schema below. */
export function TriggerForm({ schema, trigger, action: { name, argument }, errors, onChange }: Props) {
  const id = useId()
  const suggestions = useSuggestions()
  const { conditions, others, actions } = schema
  const argumentSchema = actions.get(name)
  const form = argumentSchema && chooseForm(argumentForms(argumentSchema), argument)
  if (argumentSchema === undefined || form === undefined) return null
  const unit = valueAt(trigger, ['when', 'command']) === undefined ? 'endpoint' : 'command'
  const field = (path: readonly string[], fieldSchema: Schema, more: { hint?: string; list?: string } = {}) => (
    <ValueField
      key={path.join('.')}
      name={path.at(-1)!.replaceAll('_', ' ')}
      schema={fieldSchema}
      value={valueAt(trigger, path)}
      error={errors[path.join('.')]}
      onValue={(value) => onChange(withValueAt(trigger, path, value) as TriggerJson)}
      {...more}
    />
  )
  const { endpoint, command, first, ...more } = conditions
  const { endpoint: _endpoint, command: _command, ...when } = (trigger['when'] ?? {}) as TriggerJson
  return (
    <div class="trigger-form">
      <ActionSentence
        actions={actions}
        action={{ name, argument }}
        errors={errors}
        onAction={(next) => onChange(withAction(trigger, next))}
        subject={
          <>
            the next {field(['when', 'first'], withoutDescription(first!), { hint: 'all' })}{' '}
            <ValueField
              key={unit}
              name={unit}
              schema={withoutDescription(unit === 'endpoint' ? endpoint! : command!)}
              value={valueAt(trigger, ['when', unit])}
              error={errors[`when.${unit}`]}
              hint="GET /users/me"
              list={`${id}-units`}
              onValue={(value) =>
                onChange({
                  ...trigger,
                  when: { [isCommandName(String(value)) ? 'command' : 'endpoint']: value, ...when },
                })
              }
            />
          </>
        }
      />
      <p class="dim">
        <Prose text={argumentSchema.description ?? ''} />
      </p>
      <details>
        <summary>More conditions</summary>
        <div class="fields-row">
          {Object.entries(form.fields)
            .filter(([each]) => !form.required.includes(each))
            .map(([each, fieldSchema]) => (
              <ValueField
                key={`${name}.${each}`}
                name={each}
                schema={fieldSchema}
                value={valueAt(argument, [each])}
                error={errors[`do.${name}.${each}`]}
                onValue={(value) =>
                  onChange(withAction(trigger, { name, argument: withValueAt(argument, [each], value) }))
                }
              />
            ))}
          {Object.entries(more).map(([each, fieldSchema]) =>
            field(['when', each], fieldSchema, each === 'caller' ? { list: `${id}-users` } : {}),
          )}
          {Object.entries(others).map(([each, fieldSchema]) => field([each], fieldSchema))}
        </div>
      </details>
      <Lists id={id} suggestions={suggestions} />
    </div>
  )
}

function Lists({ id, suggestions: { endpoints, commands, users } }: { id: string; suggestions: Suggestions }) {
  return (
    <>
      {Object.entries({ units: [...endpoints, ...commands], users }).map(([name, values]) => (
        <datalist key={name} id={`${id}-${name}`}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </>
  )
}
