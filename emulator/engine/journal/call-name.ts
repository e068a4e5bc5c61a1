/** Whether the id of a unit is that of a command, and not of an endpoint. */
export function isCommandId(unit: string): boolean {
  return !unit.includes(' ')
}

/** How people name a call: the id of its unit, with `me` as it was sent. */
export function formatCallName(unit: string, url: string): string {
  if (isCommandId(unit)) return unit
  const path = url.split('?', 1)[0]!.replace(/^\/v1/, '')
  // HEAD is answered by the unit of GET.
  return path.split('/').includes('me') ? `${unit.split(' ', 1)[0]} ${path}` : unit
}

/** One call of many: `GET /users/me#2`, and of a command that came as a request `workflow.get_session#1 over HTTP`. */
export function turnName(call: string, turn: number, via: 'http' | 'socket'): string {
  return `${call}#${turn}${via === 'socket' || !isCommandId(call) ? '' : ' over HTTP'}`
}
