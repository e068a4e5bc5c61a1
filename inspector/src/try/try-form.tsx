import { Prose } from '../parts/prose.tsx'
import { BackToUnits } from './back-to-units.tsx'
import { KeyChoice } from './key-choice.tsx'
import { PlaceFields } from './place-fields.tsx'
import { TriedView } from './tried-view.tsx'
import { UnitName } from './unit-name.tsx'
import { places, type TryUnit } from './units.ts'
import { useTrial, type Beginning } from './use-trial.ts'

interface Props {
  readonly unit: TryUnit
  readonly beginning: Beginning
  readonly narrow: boolean
}

/** Form of a unit, with the choice of a key and the answer. */
export function TryForm({ unit, beginning, narrow }: Props) {
  const trial = useTrial(unit, beginning)
  const { errors, keys, key, sent, busy } = trial
  return (
    <article class="pane detail try" aria-label={unit.name}>
      {narrow ? <BackToUnits /> : null}
      <h2 class="what">
        <UnitName unit={unit} />
      </h2>
      <p class="dim">
        <Prose text={unit.summary} />
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void trial.send()
        }}
      >
        <KeyChoice keys={keys} chosen={key} onChoose={trial.choose} />
        {places.map((place) => (
          <PlaceFields key={place} unit={unit} place={place} trial={trial} />
        ))}
        {errors[''] === undefined ? null : (
          <p class="hint bad" role="alert">
            {errors['']}
          </p>
        )}
        <div class="tools">
          <button class="main" type="submit" disabled={busy}>
            {unit.transport === 'socket' ? 'Call' : 'Send'}
          </button>
          <button type="button" onClick={() => trial.fill('example')}>
            Example
          </button>
          <button type="button" onClick={() => trial.fill('empty')}>
            Empty
          </button>
        </div>
      </form>
      {sent === undefined ? null : <TriedView unit={unit} sent={sent} />}
    </article>
  )
}
