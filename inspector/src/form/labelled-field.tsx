import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Prose } from '../parts/prose.tsx'
import type { LabelAttributes } from './field.ts'

interface Props {
  readonly label: ComponentChildren
  readonly error?: string | undefined
  readonly about?: string | undefined
  /** The editor, with the attributes that tie it to its label and its error. */
  readonly children: (attributes: LabelAttributes) => ComponentChildren
}

/** An editor with its label above, and its error and description below. */
export function LabelledField({ label, error, about, children }: Props) {
  const id = useId()
  const described = [error === undefined ? '' : `${id}-error`, about === undefined ? '' : `${id}-about`]
    .filter(Boolean)
    .join(' ')
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        ...(described !== '' && { 'aria-describedby': described }),
      })}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {about === undefined ? null : (
        <p class="dim about" id={`${id}-about`}>
          <Prose text={about} />
        </p>
      )}
    </div>
  )
}
