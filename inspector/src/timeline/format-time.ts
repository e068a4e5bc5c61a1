/** Formats a world time for people: `2026-01-01 00:00:00.000`. */
export function formatTime(at: string): string {
  return at.replace('T', ' ').replace('Z', '')
}
