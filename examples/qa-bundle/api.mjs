export async function api(path, query) {
  const { SVC_API_URL, SVC_API_KEY } = process.env
  const response = await fetch(`${SVC_API_URL}${path}?${new URLSearchParams(query)}`, {
    headers: { 'X-API-Key': SVC_API_KEY },
  })
  const { status, ...fields } = await response.json()
  if (status === 'failure') throw new Error(`${fields.error}: ${fields.message}`)
  return fields
}
