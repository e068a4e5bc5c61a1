/** How far an exploration has come: `12 of 90 experiments, 2 rejected, about 30 s left`. Real milliseconds. */
export function progressText(done: number, of: number, findings: number, tookMs: number): string {
  const leftMs = (tookMs / done) * (of - done)
  const left =
    leftMs < 1_000
      ? ''
      : leftMs < 120_000
        ? `, about ${Math.round(leftMs / 1_000)} s left`
        : `, about ${Math.round(leftMs / 60_000)} min left`
  return `${done} of ${of} experiments, ${findings} rejected${left}`
}
