import { useEffect, useState } from 'preact/hooks'

const narrow = matchMedia('(max-width: 60rem)')

/** True where there is room for one column only, by the width that the style sheet has, too. */
export function useNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches)
  useEffect(() => {
    const changed = () => setIs(narrow.matches)
    narrow.addEventListener('change', changed)
    return () => narrow.removeEventListener('change', changed)
  }, [])
  return is
}
