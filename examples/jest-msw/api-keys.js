/** The client under test: its address is fixed. */
const base = 'https://api.example.com/v1'

async function ask(method, path, key, body) {
  const headers = { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) }
  const response = await fetch(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await response.json()
  if (answer.status === 'failure') throw Object.assign(new Error(answer.message), { code: answer.error })
  return answer
}

/** Mints a key that takes the place of every other key of a target, and revokes those. Gives the secret. */
export async function rotate(target, id, { key }) {
  const { api_keys: old } = await ask('GET', `/api-keys/target/${target}/${id}`, key)
  const { api_key: fresh } = await ask('POST', `/api-keys/target/${target}/${id}`, key, { role: 'write' })
  for (const { id: keyId } of old) await ask('DELETE', `/api-keys/${keyId}`, key)
  return fresh.key
}
