import { useEffect, useState } from 'preact/hooks'

const narrow = matchMedia('(max-width: 60rem)')

/** True if the page has room for one column only: the breakpoint of the style sheet. */
export function useNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches)
  useEffect(() => {
    const changed = () => setIs(narrow.matches)
    narrow.addEventListener('change', changed)
    return () => narrow.removeEventListener('change', changed)
  }, [])
  return is
}
