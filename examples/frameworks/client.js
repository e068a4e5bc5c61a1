export async function loadOrgs(url, key = 'svc-key-ada-admin') {
  const response = await fetch(`${url}/users/me/orgs`, { headers: { 'X-API-Key': key } })
  const answer = await response.json()
  if (answer.status !== 'success') throw new Error(answer.error)
  return answer.orgs.map(({ alias }) => alias)
}
