import { useEffect, useState } from 'preact/hooks'
import { SchemaForm } from '../form/schema-form.tsx'
import { go, href } from '../route.ts'
import { useSession } from '../session.ts'
import { errorsOf } from '../state/field-errors.ts'
import { useLoaded } from '../use-loaded.ts'
import { KeyChoice } from './key-choice.tsx'
import { keyFor, keysOf, type WorldKey } from './keys.ts'
import { exampleOf, nothingTyped, paramsOf, requestOf, typedFrom } from './request.ts'
import { sendCall, sendHttp, type Tried } from './send.ts'
import { TriedView } from './tried-view.tsx'
import { UnitName } from './unit-name.tsx'
import { places, type Place, type TryUnit } from './units.ts'

interface Props {
  readonly unit: TryUnit
  /** Number of the entry that the form begins with. */
  readonly from: string | undefined
  readonly narrow: boolean
}

const titles: Record<Place, string> = { path: 'Path', query: 'Query', header: 'Headers', body: 'Body' }

/** The form of a unit, the key to send it with, and what came of it. */
export function TryForm({ unit, from, narrow }: Props) {
  const session = useSession()
  const { source } = session
  const [typed, setTyped] = useState(() => exampleOf(unit))
  const [key, setKey] = useState<WorldKey>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const { value: keys = [] } = useLoaded(() => keysOf(source), [session.version])
  const { value: entry } = useLoaded(() => (from === undefined ? Promise.resolve(undefined) : session.journal.entry(Number(from))), [from])
  useEffect(() => setKey((chosen) => chosen ?? keyFor(keys, keys[0]?.caller ?? null)), [keys])
  useEffect(() => {
    if (entry === undefined) return
    setTyped(typedFrom(unit, entry))
    setKey(keyFor(keys, entry.caller))
  }, [entry, keys])
  const send = async () => {
    setBusy(true)
    setErrors({})
    try {
      setTried(unit.transport === 'http' ? await sendHttp(source, unit, requestOf(unit, typed), key) : await sendCall(source, unit, paramsOf(unit, typed), key))
    } catch (error) {
      setTried(undefined)
      setErrors(errorsOf(error, places.flatMap((place) => Object.keys(unit.parts[place]?.schemas ?? {}))))
    } finally {
      setBusy(false)
      void session.look()
    }
  }
  return (
    <article class="pane detail try" aria-label={unit.name}>
      {narrow ? <div class="tools head-line"><button class="quiet" onClick={() => go(href('try'))}>← All units</button></div> : null}
      <h2 class="what"><UnitName unit={unit} /></h2>
      <p class="dim">{unit.summary}</p>
      <form onSubmit={(event) => { event.preventDefault(); void send() }}>
        <KeyChoice keys={keys} chosen={key} onChoose={setKey} />
        {places.map((place) => {
          const part = unit.parts[place]
          if (part === undefined || Object.keys(part.schemas).length === 0) return null
          return (
            <fieldset key={place}>
              <legend>{unit.transport === 'socket' ? 'Parameters' : titles[place]}</legend>
              <SchemaForm schemas={part.schemas} required={part.required} texts={typed[place]} errors={errors} hint="left out" onText={(name, text) => setTyped({ ...typed, [place]: { ...typed[place], [name]: text } })} />
            </fieldset>
          )
        })}
        {errors[''] === undefined ? null : <p class="hint bad" role="alert">{errors['']}</p>}
        <div class="tools">
          <button class="main" type="submit" disabled={busy}>{unit.transport === 'socket' ? 'Call' : 'Send'}</button>
          <button type="button" onClick={() => setTyped(exampleOf(unit))}>Example</button>
          <button type="button" onClick={() => setTyped(nothingTyped)}>Empty</button>
        </div>
      </form>
      {tried === undefined ? null : <TriedView unit={unit} typed={typed} tried={tried} worldKey={key} />}
    </article>
  )
}
