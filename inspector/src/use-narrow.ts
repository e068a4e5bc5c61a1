import { useEffect, useState } from 'preact/hooks'

const narrow = matchMedia('(max-width: 60rem)')

/** Whether there is room for one column only. The same width as in the style sheets. */
export function useNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches)
  useEffect(() => {
    const changed = () => setIs(narrow.matches)
    narrow.addEventListener('change', changed)
    return () => narrow.removeEventListener('change', changed)
  }, [])
  return is
}
