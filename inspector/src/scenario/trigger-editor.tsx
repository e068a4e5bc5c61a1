import { useId, useMemo, useState } from 'preact/hooks'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { parseJson } from '../form/field.ts'
import type { TriggerJson } from './trigger-fields.ts'
import { TriggerForm } from './trigger-form.tsx'
import { describeProblems, type Problems } from './trigger-problems.ts'
import { triggerSentence } from './trigger-sentence.ts'
import { readFault } from './trigger-values.ts'

/** A new trigger, and others that the form does not show. */
const examples: Readonly<Record<string, TriggerJson>> = {
  'A common fault': { when: { endpoint: '*', first: 1 }, do: [{ fail: { status: 503 } }] },
  'A record deleted between two pages': {
    when: { command: 'workflow.list_sessions', nth: 1, at: 'after' },
    do: [{ delete: { sessions: 'run-16' } }],
  },
  'A closed socket': {
    when: { command: '*', via: 'socket' },
    do: [{ close: { code: 1013, reason: 'try again later' } }],
  },
}

interface Props {
  /** Trigger that is edited; undefined for a new one. */
  readonly trigger?: TriggerJson
  /** Rejects with the problems of the trigger. */
  readonly onSave: (trigger: unknown) => Promise<void>
  readonly onCancel: () => void
}

/** A trigger as a form and as JSON: both show the same trigger, and either can be changed. */
export function TriggerEditor({ trigger: stored, onSave, onCancel }: Props) {
  const id = useId()
  const [text, setText] = useState(() => format(stored ?? Object.values(examples)[0]!))
  const [problems, setProblems] = useState<Problems>({ fields: {} })
  const trigger = useMemo(() => parseTrigger(text), [text])
  const fault = trigger === undefined ? undefined : readFault(trigger)
  const change = (next: string) => {
    setText(next)
    setProblems({ fields: {} })
  }
  const save = async () => {
    try {
      await onSave(parseJson(text))
    } catch (error) {
      setProblems(describeProblems(error as Error))
    }
  }
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {stored !== undefined ? null : (
        <select aria-label="Example" onChange={({ currentTarget }) => change(format(examples[currentTarget.value]!))}>
          {Object.keys(examples).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <p class="sentence" role="status">
        {trigger === undefined ? 'The JSON below is not complete.' : triggerSentence(trigger)}
      </p>
      <div class="editor-halves">
        {trigger === undefined || fault === undefined ? null : (
          <TriggerForm
            trigger={trigger}
            fault={fault}
            errors={problems.fields}
            onChange={(changed) => change(format(changed))}
          />
        )}
        <div class="as-json">
          <label for={id}>Trigger as JSON</label>
          <textarea
            id={id}
            class="code"
            rows={Math.min(16, text.split('\n').length + 1)}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        </div>
      </div>
      {problems.text === undefined ? null : (
        <p class="hint bad" role="alert">
          {problems.text}
        </p>
      )}
      <div class="tools">
        <button class="main" type="submit">
          {stored === undefined ? 'Put in force' : 'Save'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function format(trigger: TriggerJson): string {
  return JSON.stringify(trigger, null, 2)
}

function parseTrigger(text: string): TriggerJson | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
