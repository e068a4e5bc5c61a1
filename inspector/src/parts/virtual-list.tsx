import type { ComponentChildren, HTMLAttributes } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { visibleRange } from './visible-range.ts'

interface Props {
  readonly count: number
  /** Pixels, equal for every row. */
  readonly rowHeight: number
  /** Row that is kept in view; -1 for none. */
  readonly selected: number
  /** Row in view at first. -1 (default): the first one, or the last one with `follow`. */
  readonly start?: number
  readonly row: (index: number) => ComponentChildren
  /** Header above the rows that scrolls sideways with them. */
  readonly head?: ComponentChildren
  readonly attributes: HTMLAttributes<HTMLDivElement>
  /** `rowgroup` inside a grid. */
  readonly bodyRole?: 'rowgroup' | 'presentation'
  /** Keeps the end in view when rows are added while the reader is at the end. */
  readonly follow?: boolean
}

/** A list of any length: only visible rows become elements. */
export function VirtualList({
  count,
  rowHeight,
  selected,
  start = -1,
  row,
  head,
  attributes,
  bodyRole = 'presentation',
  follow = false,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(start < 0)
  const isFree = useRef(true)
  isFree.current = selected < 0
  const [view, setView] = useState({ top: 0, height: 600 })
  const scrolled = () => {
    // The observer may fire after the list was removed.
    if (box.current === null) return
    const { scrollTop: top, clientHeight: height, scrollHeight } = box.current
    atEnd.current = top + height > scrollHeight - rowHeight
    setView({ top, height })
  }
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (follow && atEnd.current && isFree.current && box.current !== null)
        box.current.scrollTop = box.current.scrollHeight
      scrolled()
    })
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (start >= 0) bringIntoView(box.current!, start, rowHeight)
  }, [])
  useLayoutEffect(() => {
    if (follow && atEnd.current && selected < 0) box.current!.scrollTop = count * rowHeight
  }, [follow, count, rowHeight])
  useLayoutEffect(() => {
    if (selected >= 0) bringIntoView(box.current!, selected, rowHeight)
  }, [selected, rowHeight])
  const { first, end } = visibleRange(view, rowHeight, count)
  const rows = Array.from({ length: end - first }, (_, index) => row(first + index))
  return (
    <div {...attributes} ref={box} class={`virtual ${String(attributes.class ?? '')}`} onScroll={scrolled}>
      {head}
      <div
        role={bodyRole}
        class="virtual-rows"
        style={{ height: `${count * rowHeight}px`, paddingTop: `${first * rowHeight}px` }}
      >
        {rows}
      </div>
    </div>
  )
}

function bringIntoView(box: HTMLDivElement, index: number, rowHeight: number): void {
  const head = box.querySelector<HTMLElement>('.virtual-head')?.offsetHeight ?? 0
  const top = index * rowHeight
  const seen = box.clientHeight - head
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowHeight > box.scrollTop + seen) box.scrollTop = top + rowHeight - seen
}
