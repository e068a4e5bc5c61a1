import { useEffect } from 'preact/hooks'
import { findIds, shortId } from '../names.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'

/** A text with aliases in place of ids; the whole id shows on hover. */
export function WithIds({ text }: { text: string }) {
  const names = useStore(useSession().names)
  useEffect(() => names.want(text), [text, names.version])
  const ids = findIds(text)
  if (ids.length === 0) return <>{text}</>
  let rest = text
  const parts = ids.map((id, index) => {
    const at = rest.indexOf(id)
    const before = rest.slice(0, at)
    rest = rest.slice(at + id.length)
    return (
      <span key={index}>
        {before}
        <abbr title={id}>{names.find(id) ?? shortId(id)}</abbr>
      </span>
    )
  })
  return (
    <>
      {parts}
      {rest}
    </>
  )
}
