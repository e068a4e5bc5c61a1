import { useEffect, useState } from 'preact/hooks'

/** Breakpoints of the style sheet: room for one column only, and no room for the buttons of the header. */
const queries = { column: '(max-width: 60rem)', header: '(max-width: 40rem)' }

/** True if the page is too narrow for more than one column, or for the whole header. */
export function useNarrow(what: keyof typeof queries = 'column'): boolean {
  const [narrow] = useState(() => matchMedia(queries[what]))
  const [is, setIs] = useState(narrow.matches)
  useEffect(() => {
    const changed = () => setIs(narrow.matches)
    narrow.addEventListener('change', changed)
    return () => narrow.removeEventListener('change', changed)
  }, [])
  return is
}
