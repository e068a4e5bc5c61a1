/** The client under test: it is told where the API is. */
export async function* revisions(baseUrl, blob, { key }) {
  for (let cursor; cursor !== null;) {
    const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })
    const response = await fetch(`${baseUrl}/blobs/${blob}/revisions?${query}`, { headers: { 'X-API-Key': key } })
    const answer = await response.json()
    if (answer.status === 'failure') throw Object.assign(new Error(answer.message), { code: answer.error })
    yield* answer.revisions
    cursor = answer.cursor
  }
}
