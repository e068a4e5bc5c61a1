import { useId } from 'preact/hooks'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { describeMoment } from './moments.ts'

interface Props {
  readonly label: string
  /** Moment as in an address: `snapshot:here`. */
  readonly value: string
  /** The world as it is now can be chosen, too. */
  readonly now?: boolean
  readonly onChoose: (moment: string) => void
}

/** Entries that are offered: the last ones. */
const ENTRIES = 50

/** Choice of a moment: now, a snapshot, another world, or before or after an entry. */
export function MomentChoice({ label, value, now = false, onChoose }: Props) {
  const id = useId()
  const { source, journal, version } = useSession()
  const { value: known } = useLoaded(async () => {
    const [{ snapshots }, { worlds }] = await Promise.all([source.call('GET /snapshots'), source.call('GET /worlds')])
    return {
      Snapshots: snapshots.map(({ name }) => `snapshot:${name}`),
      Worlds: worlds.filter(({ world }) => world !== source.world).map(({ world }) => `world:${world}`),
    }
  }, [version])
  const entries = journal.lines.slice(-ENTRIES).map(({ number }) => number)
  const groups: Readonly<Record<string, readonly string[]>> = {
    ...known,
    Entries: entries.toReversed().flatMap((number) => [`before:${number}`, `after:${number}`]),
  }
  const offered = Object.values(groups).some((moments) => moments.includes(value))
  return (
    <span class="moment-choice">
      <label for={id}>{label}</label>{' '}
      <select
        id={id}
        value={!now && value === 'now' ? '' : value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {now ? <option value="now">now</option> : <option value="">choose…</option>}
        {offered || value === '' || value === 'now' ? null : <option value={value}>{describeMoment(value)}</option>}
        {Object.entries(groups)
          .filter(([, moments]) => moments.length > 0)
          .map(([title, moments]) => (
            <optgroup key={title} label={title}>
              {moments.map((moment) => (
                <option key={moment} value={moment}>
                  {describeMoment(moment)}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </span>
  )
}
