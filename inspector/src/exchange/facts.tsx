import type { TimelineEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { href } from '../route.ts'
import { formatTime } from '../timeline/format-time.ts'
import { formatMilliseconds, formatTook } from '../timeline/milliseconds.ts'

/** Labels of the row that names a unit. Other changes come from a call of the control API or of a test. */
const titles: Partial<Record<TimelineEntry['via'], string>> = { http: 'Endpoint', socket: 'Command', time: 'Work' }

/** Caller, endpoint and times of an entry. */
export function Facts({ entry }: { entry: TimelineEntry }) {
  const { at, duration, unit, via, caller, other_branch: other } = entry
  const { acting_for: human } = entry.request === null ? {} : entry
  const after = entry.request === null ? undefined : entry.duration.after_ms
  const took = entry.request === null ? '' : formatTook(entry.duration)
  return (
    <dl class="facts">
      <div>
        <dt>{titles[via] ?? 'Call'}</dt>
        <dd>{unit === null ? 'none answers this path' : <a href={href('timeline', [], { unit })}>{unit}</a>}</dd>
      </div>
      {entry.request === null ? null : (
        <div>
          <dt>Caller</dt>
          <dd>
            {caller === null ? 'unknown' : <a href={href('state', ['users', caller])}>{caller}</a>}
            {human === undefined ? '' : `, ${human} stands behind it`}
          </dd>
        </div>
      )}
      <div>
        <dt>World time</dt>
        <dd>
          {formatTime(at)}
          {duration.world_ms > 0 ? ` + ${duration.world_ms} ms` : ''}
        </dd>
      </div>
      {took === '' ? null : (
        <div>
          <dt>Took</dt>
          <dd title={`${duration.real_ms} ms`}>{took}</dd>
        </div>
      )}
      {after === undefined ? null : (
        <div>
          <dt>Real time</dt>
          <dd>{formatMilliseconds(after)} after the request before it</dd>
        </div>
      )}
      {other ? (
        <div>
          <dt>Branch</dt>
          <dd>another: the world has gone back to where this had not happened</dd>
        </div>
      ) : null}
    </dl>
  )
}
