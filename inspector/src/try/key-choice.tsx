import { useId } from 'preact/hooks'
import type { WorldKey } from './keys.ts'

interface Props {
  readonly keys: readonly WorldKey[]
  readonly chosen: WorldKey | undefined
  readonly onChoose: (key: WorldKey | undefined) => void
}

/** Credentials of a request: a key or a token of the world, or none. */
export function KeyChoice({ keys, chosen, onChoose }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>As</label>
      <select
        id={id}
        value={chosen?.secret ?? ''}
        onChange={({ currentTarget }) => onChoose(keys.find(({ secret }) => secret === currentTarget.value))}
      >
        <option value="">none: no credentials</option>
        {keys.map(({ secret, label }) => (
          <option key={secret} value={secret}>
            {label} ({secret.length > 24 ? `${secret.slice(0, 20)}…` : secret})
          </option>
        ))}
      </select>
    </div>
  )
}
