import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Width of an element in pixels, as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Infinity)
  useLayoutEffect(() => {
    const measure = () => setWidth(element.current!.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  return width
}
