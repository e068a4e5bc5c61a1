const url = 'https://api.example.com/v1'

/** The code under test: it knows one address and nothing of any mock. */
export async function listSessions(key, org) {
  const sessions = []
  let start
  do {
    const page = await call(key, 'list_sessions', { org_id: org, ...(start && { start_session_id: start }) })
    sessions.push(...page.sessions)
    start = page.last_session_id
  } while (start !== null)
  return sessions
}

export async function runToEnd(key, definition, wait) {
  const { execution } = await call(key, 'start_execution', { definition_id: definition })
  for (;;) {
    const { execution: now } = await call(key, 'get_execution', { execution_id: execution.id })
    if (now.status !== 'queued' && now.status !== 'running') return now
    await wait()
  }
}

/** Asks again, twice, when the service fails; a refusal is thrown at once. */
async function call(key, command, params, attempts = 3) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/workflow/${command}`, { method: 'POST', headers, body: JSON.stringify(params) })
  const { status, ...fields } = await response.json()
  if (status === 'success') return fields
  if (fields.error === 'internal_error' && attempts > 1) return call(key, command, params, attempts - 1)
  throw Object.assign(new Error(fields.message), { code: fields.error })
}
