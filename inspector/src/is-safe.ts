/** True if a unit changes nothing: `GET /users/:user_id`, `workflow.list_sessions`. */
export function isSafe(unit: string): boolean {
  return /^GET |\.(?:get|list|query|check)_/.test(unit)
}
