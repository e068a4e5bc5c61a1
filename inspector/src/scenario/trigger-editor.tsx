import { useId, useMemo, useState } from 'preact/hooks'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { parseJson } from '../form/field.ts'
import { TriggerForm } from './trigger-form.tsx'
import { describeProblems, type Problems } from './trigger-problems.ts'
import { triggerSentence } from './trigger-sentence.ts'
import { useUnsaved } from '../unsaved.ts'
import { useTriggerSchema } from './use-trigger-schema.ts'
import { readAction, type TriggerJson } from './trigger-values.ts'

const newTrigger: TriggerJson = { when: { endpoint: '*', first: 1 }, do: [{ fail: { status: 503 } }] }

interface Props {
  /** Trigger that is edited; undefined for a new one. */
  readonly trigger?: TriggerJson
  /** Beginning of a new one. */
  readonly draft?: TriggerJson | undefined
  /** Rejects with the problems of the trigger. */
  readonly onSave: (trigger: unknown) => Promise<void>
  readonly onCancel: () => void
}

/** A trigger as a form and as JSON: both show the same trigger, and either can be changed. */
export function TriggerEditor({ trigger: stored, draft = newTrigger, onSave, onCancel }: Props) {
  const id = useId()
  const schema = useTriggerSchema()
  const first = useMemo(() => format(stored ?? draft), [])
  const [text, setText] = useState(first)
  useUnsaved(text !== first)
  const [problems, setProblems] = useState<Problems>({ fields: {} })
  const trigger = useMemo(() => parseTrigger(text), [text])
  const action = trigger === undefined ? undefined : readAction(trigger)
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
      <div class="editor-halves">
        {trigger === undefined || action === undefined || schema === undefined ? null : (
          <TriggerForm
            schema={schema}
            trigger={trigger}
            action={action}
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
      <p class="dim" role="status">
        {trigger === undefined ? 'The JSON is not complete.' : triggerSentence(trigger)}
      </p>
      {problems.text === undefined ? null : (
        <p class="hint bad" role="alert">
          {problems.text}
        </p>
      )}
      <div class="tools">
        <button class="main" type="submit">
          {stored === undefined ? 'Add trigger' : 'Save'}
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
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
