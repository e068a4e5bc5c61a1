import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../session.ts'
import { errorsByField } from '../state/field-errors.ts'
import { useLoaded } from '../use-loaded.ts'
import { keyFor, fetchKeys, type WorldKey } from './keys.ts'
import { exampleTexts, nothingTyped, buildParams, buildRequest, typedFrom, type Typed } from './request.ts'
import { sendCall, sendHttp, type Tried } from './send.ts'
import { places, type Place, type TryUnit } from './units.ts'

/** State of a unit's form: its texts, its key, and the answer. */
export interface Trial {
  readonly typed: Typed
  readonly errors: Readonly<Record<string, string>>
  readonly keys: readonly WorldKey[]
  readonly key: WorldKey | undefined
  readonly tried: Tried | undefined
  readonly busy: boolean
  type(place: Place, name: string, text: string): void
  fill(how: 'example' | 'empty'): void
  choose(key: WorldKey | undefined): void
  send(): Promise<void>
}

/** `from`: number of the entry that fills the form. */
export function useTrial(unit: TryUnit, from: string | undefined): Trial {
  const [typed, setTyped] = useState(() => exampleTexts(unit))
  const { keys, key, choose } = useBeginning(unit, from, setTyped)
  const sending = useSending(unit)
  return {
    typed,
    keys,
    key,
    choose,
    errors: sending.errors,
    tried: sending.tried,
    busy: sending.busy,
    type: (place, name, text) => setTyped({ ...typed, [place]: { ...typed[place], [name]: text } }),
    fill: (how) => setTyped(how === 'example' ? exampleTexts(unit) : nothingTyped),
    send: () => sending.send(typed, key),
  }
}

/** Loads the keys of the world, and fills the form from an entry. */
function useBeginning(
  unit: TryUnit,
  from: string | undefined,
  setTyped: (typed: Typed) => void,
): Pick<Trial, 'keys' | 'key' | 'choose'> {
  const session = useSession()
  const [key, choose] = useState<WorldKey>()
  const { value: keys = [] } = useLoaded(() => fetchKeys(session.source), [session.version])
  const { value: entry } = useLoaded(
    () => (from === undefined ? Promise.resolve(undefined) : session.entryNamed(from)),
    [from],
  )
  useEffect(() => choose((chosen) => chosen ?? keyFor(keys, keys[0]?.caller ?? null)), [keys])
  useEffect(() => {
    if (entry === undefined) return
    setTyped(typedFrom(unit, entry))
    choose(keyFor(keys, entry.caller, entry.via === 'time' ? undefined : entry.acting_for))
  }, [entry, keys])
  return { keys, key, choose }
}

interface Sending extends Pick<Trial, 'errors' | 'tried' | 'busy'> {
  send(typed: Typed, key: WorldKey | undefined): Promise<void>
}

function useSending(unit: TryUnit): Sending {
  const session = useSession()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const send = async (typed: Typed, key: WorldKey | undefined) => {
    setBusy(true)
    setErrors({})
    try {
      const { source } = session
      setTried(
        unit.transport === 'http'
          ? await sendHttp(source, unit, buildRequest(unit, typed), key)
          : await sendCall(source, unit, buildParams(unit, typed), key),
      )
    } catch (error) {
      setTried(undefined)
      setErrors(
        errorsByField(
          error,
          places.flatMap((place) => Object.keys(unit.parts[place]?.schemas ?? {})),
        ),
      )
    } finally {
      setBusy(false)
      void session.look()
    }
  }
  return { errors, tried, busy, send }
}
