/** Rows rendered beyond the visible edge, so that scrolling shows no gap. */
const MARGIN = 8

/** Visible rows, from `first` to before `end`. */
export function visibleRange(
  view: { readonly top: number; readonly height: number },
  rowHeight: number,
  count: number,
): { first: number; end: number } {
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + MARGIN)
  return { first: Math.max(0, Math.min(Math.floor(view.top / rowHeight) - MARGIN, end)), end: Math.max(0, end) }
}
