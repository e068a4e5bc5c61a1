const url = 'https://api.example.com/v1'

/** The code under test. */
export async function describeOrg(key, alias) {
  const { org, error } = await call(key, 'GET', `/orgs/${alias}`)
  return error === undefined ? `${org.name} (${org.visibility})` : error
}

export async function listAliases(key) {
  const { orgs } = await call(key, 'GET', '/users/me/orgs')
  return orgs.map(({ alias }) => alias)
}

/** All sessions, page by page. */
export async function countSessions(key, org) {
  let [count, start] = [0]
  do {
    const page = await call(key, 'POST', '/workflow/list_sessions', {
      org_id: org,
      ...(start && { start_session_id: start }),
    })
    count += page.sessions.length
    start = page.last_session_id
  } while (start)
  return count
}

async function call(key, method, path, body) {
  const headers = { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) }
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return response.json()
}
