import { useEffect, useMemo } from 'preact/hooks'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { splitTokens } from './json-tokens.ts'

/** Characters beyond which JSON is shown without colours: an element for each token would take seconds. */
const MAX_COLOURED = 50_000

/** A JSON value, indented and coloured, with aliases beside ids; with `raw` as it was sent. */
export function Json({ value, raw = false, label }: { value: unknown; raw?: boolean; label: string }) {
  const text = useMemo(
    () => (typeof value === 'string' && raw ? value : (JSON.stringify(value, null, raw ? 0 : 2) ?? 'undefined')),
    [value, raw],
  )
  const names = useStore(useSession().names)
  useEffect(() => names.want(text), [text, names.version])
  return (
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {text.length > MAX_COLOURED
        ? text
        : splitTokens(text).map(([kind, part], index) =>
            kind === undefined ? (
              part
            ) : (
              <span key={index} class={kind} data-alias={raw ? undefined : names.find(part.slice(1, -1))}>
                {part}
              </span>
            ),
          )}
    </pre>
  )
}
