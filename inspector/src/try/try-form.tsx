import { go, href } from '../route.ts'
import { KeyChoice } from './key-choice.tsx'
import { PlaceFields } from './place-fields.tsx'
import { TriedView } from './tried-view.tsx'
import { UnitName } from './unit-name.tsx'
import { places, type TryUnit } from './units.ts'
import { useTrial } from './use-trial.ts'

interface Props {
  readonly unit: TryUnit
  /** Number of the entry that fills the form. */
  readonly from: string | undefined
  readonly narrow: boolean
}

/** Form of a unit, with the choice of a key and the answer. */
export function TryForm({ unit, from, narrow }: Props) {
  const trial = useTrial(unit, from)
  const { typed, errors, keys, key, tried, busy } = trial
  return (
    <article class="pane detail try" aria-label={unit.name}>
      {narrow ? (
        <div class="tools head-line">
          <button class="quiet" onClick={() => go(href('try'))}>
            ← All units
          </button>
        </div>
      ) : null}
      <h2 class="what">
        <UnitName unit={unit} />
      </h2>
      <p class="dim">{unit.summary}</p>
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
      {tried === undefined ? null : <TriedView unit={unit} typed={typed} tried={tried} worldKey={key} />}
    </article>
  )
}
