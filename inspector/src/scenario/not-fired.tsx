import { WithIds } from '../parts/with-ids.tsx'
import { href } from '../route.ts'

/** Reason for which a trigger never fired, with a link to the nearest request: `#3` is entry 3. */
export function NotFired({ reason }: { reason: string }) {
  const [before = '', entry, after = ''] = reason.split(/#(\d+)/, 3)
  return (
    <p class="hint">
      <strong>Not fired:</strong> <WithIds text={before} />
      {entry === undefined ? null : <a href={href('timeline', [entry])}>#{entry}</a>}
      <WithIds text={after} />
    </p>
  )
}
