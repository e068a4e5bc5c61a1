import { SchemaForm } from '../form/schema-form.tsx'
import type { Place, TryUnit } from './units.ts'
import type { Trial } from './use-trial.ts'

const titles: Record<Place, string> = { path: 'Path', query: 'Query', header: 'Headers', body: 'Body' }

/** Form fields of one part of a request. */
export function PlaceFields({
  unit,
  place,
  trial: { typed, errors, type },
}: {
  unit: TryUnit
  place: Place
  trial: Trial
}) {
  const part = unit.parts[place]
  if (part === undefined || Object.keys(part.schemas).length === 0) return null
  return (
    <fieldset>
      <legend>{unit.transport === 'socket' ? 'Parameters' : titles[place]}</legend>
      <SchemaForm
        schemas={part.schemas}
        required={part.required}
        texts={typed[place]}
        errors={errors}
        hint={() => 'left out'}
        onText={(name, text) => type(place, name, text)}
      />
    </fieldset>
  )
}
