/** True for an endpoint or a command that changes nothing. */
export function isReading({ method, id }: { readonly method: string; readonly id: string }): boolean {
  return method === 'GET' || /\.(?:get|list|query|check)_/.test(id)
}
