/** True for the id of a command, false for that of an endpoint. */
export function isCommandId(unit: string): boolean {
  return !unit.includes(' ')
}

/** Name of a call: the id of its unit, with `me` as it was sent. */
export function formatCallName(unit: string, url: string): string {
  if (isCommandId(unit)) return unit
  const path = url.split('?', 1)[0]!.replace(/^\/v1/, '')
  // HEAD is answered by the unit of GET.
  return path.split('/').includes('me') ? `${unit.split(' ', 1)[0]} ${path}` : unit
}

/**
 * Formats one of several calls: `GET /users/me#2`, or `workflow.get_session#1 over HTTP` for a command sent as a
 * request.
 */
export function turnName(call: string, turn: number, via: 'http' | 'socket'): string {
  return `${call}#${turn}${via === 'socket' || !isCommandId(call) ? '' : ' over HTTP'}`
}
