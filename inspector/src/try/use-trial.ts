import { useEffect, useState } from 'preact/hooks'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import { useSession } from '../session.ts'
import { errorsByField } from '../state/field-errors.ts'
import { useLoaded } from '../use-loaded.ts'
import { keyFor, fetchKeys, type WorldKey } from './keys.ts'
import { isSafe } from '../is-safe.ts'
import type { Asked } from './link.ts'
import { exampleTexts, nothingTyped, buildParams, buildRequest, typedFrom, type Typed } from './request.ts'
import { sendCall, sendHttp, type Tried } from './send.ts'
import { places, type Place, type TryUnit } from './units.ts'

/** A request as it was sent, and its answer. The form may have changed since. */
export interface Sent {
  readonly typed: Typed
  readonly key: WorldKey | undefined
  readonly tried: Tried
}

/** State of a unit's form: its texts, its key, and the last request with its answer. */
export interface Trial {
  readonly typed: Typed
  readonly errors: Readonly<Record<string, string>>
  readonly keys: readonly WorldKey[]
  readonly key: WorldKey | undefined
  readonly sent: Sent | undefined
  readonly busy: boolean
  type(place: Place, name: string, text: string): void
  fill(how: 'example' | 'empty'): void
  choose(key: WorldKey | undefined): void
  send(): Promise<void>
}

/** Source of a form's first texts; the documented example if both are undefined. */
export interface Beginning {
  /** Number of an entry. */
  readonly from: string | undefined
  /** Request of a link, sent at once if it changes nothing. */
  readonly asked: Asked | undefined
}

export function useTrial(unit: TryUnit, { from, asked }: Beginning): Trial {
  const session = useSession()
  const [typed, setTyped] = useState(() => asked?.typed ?? exampleTexts(unit))
  const { keys, choice, choose } = useKeys(asked?.as)
  const sending = useSending(unit)
  const { value: entry } = useLoaded(
    () => (from === undefined ? Promise.resolve(undefined) : session.entryNamed(from)),
    [from],
  )
  // With the keys, because one of them is chosen. Once, because the user types from then on.
  const hasKeys = choice !== undefined
  useEffect(() => {
    if (entry === undefined || !hasKeys) return
    setTyped(typedFrom(unit, entry))
    choose(keyFor(keys, entry.caller, entry.request === null ? undefined : entry.acting_for))
  }, [entry, hasKeys])
  useEffect(() => {
    // A link sends nothing that could change the world.
    if (asked !== undefined && isSafe(unit.name) && hasKeys && choice.problem === undefined)
      void sending.send(asked.typed, choice.key)
  }, [hasKeys])
  return {
    typed,
    keys,
    key: choice?.key,
    choose,
    errors: choice?.problem === undefined ? sending.errors : { ...sending.errors, '': choice.problem },
    sent: sending.sent,
    // Sent before a key is chosen, a request would be sent without one.
    busy: sending.busy || !hasKeys,
    type: (place, name, text) => setTyped({ ...typed, [place]: { ...typed[place], [name]: text } }),
    fill: (how) => setTyped(how === 'example' ? exampleTexts(unit) : nothingTyped),
    send: () => sending.send(typed, choice?.key),
  }
}

/** Credentials that were chosen; `key` is undefined for a request without any. */
interface Choice {
  readonly key: WorldKey | undefined
  readonly problem?: string
}

/** Loads the keys of the world, and chooses that with the secret `as`, or one that may do most. */
function useKeys(as: string | undefined): Pick<Trial, 'keys' | 'choose'> & { choice: Choice | undefined } {
  const session = useSession()
  const [choice, setChoice] = useState<Choice>()
  const { value: keys, error } = useLoaded(() => fetchKeys(session.source), [session.version])
  useEffect(() => {
    if (keys !== undefined) setChoice((chosen) => chosen ?? chooseKey(keys, as))
    else if (error !== undefined) setChoice({ key: undefined })
  }, [keys, error])
  return { keys: keys ?? [], choice, choose: (key) => setChoice({ key }) }
}

function chooseKey(keys: readonly WorldKey[], as: string | undefined): Choice {
  if (as === undefined) return { key: keyFor(keys, keys[0]?.caller ?? null) }
  const key = keys.find(({ secret }) => secret === as)
  if (key !== undefined || as === 'none') return { key }
  const hint = didYouMean(
    as,
    keys.map(({ secret }) => secret),
  )
  return { key, problem: `The link asks as '${as}', which is no key or token of this world${hint || '.'}` }
}

interface Sending extends Pick<Trial, 'errors' | 'sent' | 'busy'> {
  send(typed: Typed, key: WorldKey | undefined): Promise<void>
}

function useSending(unit: TryUnit): Sending {
  const session = useSession()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sent, setSent] = useState<Sent>()
  const [busy, setBusy] = useState(false)
  const send = async (typed: Typed, key: WorldKey | undefined) => {
    setBusy(true)
    setErrors({})
    try {
      const { source } = session
      const tried =
        unit.transport === 'http'
          ? await sendHttp(source, unit, buildRequest(unit, typed), key)
          : await sendCall(source, unit, buildParams(unit, typed), key)
      setSent({ typed, key, tried })
    } catch (error) {
      setSent(undefined)
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
  return { errors, sent, busy, send }
}
