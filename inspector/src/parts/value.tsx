import { WithIds } from './with-ids.tsx'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:/

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
  if (typeof value === 'string' && TIME.test(value)) return <Time text={value} />
  return <WithIds text={typeof value === 'string' ? value : JSON.stringify(value)} />
}

/** A time that breaks between day and hour, if it does not fit in a line. */
function Time({ text }: { text: string }) {
  return (
    <>
      {text.slice(0, 11)}
      <wbr />
      {text.slice(11)}
    </>
  )
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
