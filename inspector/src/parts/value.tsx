import { WithIds } from './with-ids.tsx'

/** A value of a field: texts as they are, lists of texts as chips, other values as JSON. */
export function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null) return <span class="dim">–</span>
  if (isTexts(value))
    return value.length === 0 ? (
      <span class="dim">empty</span>
    ) : (
      <span class="chips">
        {value.map((each) => (
          <span key={each} class="chip">
            <WithIds text={each} />
          </span>
        ))}
      </span>
    )
  return <WithIds text={typeof value === 'string' ? value : JSON.stringify(value)} />
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
