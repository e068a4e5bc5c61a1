import { useId, useState } from 'preact/hooks'
import { parseJson } from '../form/field.ts'

/** Templates for new triggers. */
const examples: Readonly<Record<string, object>> = {
  'Fail the second request': {
    name: 'second-fails',
    when: { endpoint: 'GET /users/me', nth: 2 },
    do: [{ fail: { error: 'internal_error' } }],
  },
  'Slow answers': { when: { endpoint: '*' }, do: [{ delay: '500ms' }] },
  'An outage in front of the service': {
    when: { endpoint: '*', first: 3 },
    do: [{ fail: { status: 503, body: 'upstream down' } }],
  },
  'A lost answer': { when: { endpoint: 'POST /orgs' }, do: [{ lose_response: true }] },
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
  readonly trigger?: object
  /** Rejects with the problems of the trigger. */
  readonly onSave: (trigger: unknown) => Promise<void>
  readonly onCancel: () => void
}

export function TriggerEditor({ trigger, onSave, onCancel }: Props) {
  const id = useId()
  const [text, setText] = useState(JSON.stringify(trigger ?? Object.values(examples)[0], null, 2))
  const [error, setError] = useState<string>()
  const save = async () => {
    try {
      await onSave(parseJson(text))
    } catch (thrown) {
      setError((thrown as Error).message)
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
      {trigger === undefined ? (
        <select
          aria-label="Example"
          onChange={({ currentTarget }) => setText(JSON.stringify(examples[currentTarget.value], null, 2))}
        >
          {Object.keys(examples).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      ) : null}
      <label for={id}>Trigger as JSON</label>
      <textarea
        id={id}
        class="code"
        rows={text.split('\n').length + 1}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error === undefined ? null : (
        <p class="hint bad" role="alert">
          {error}
        </p>
      )}
      <div class="tools">
        <button class="main" type="submit">
          {trigger === undefined ? 'Put in force' : 'Save'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
