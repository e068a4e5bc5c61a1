// The program under test: commits the newest draft of a blob, and waits until the service has done so.
const [org, blob] = process.argv.slice(2)
const { API_URL, API_KEY } = process.env

async function call(method, path) {
  const response = await fetch(API_URL + path, { method, headers: { 'X-API-Key': API_KEY } })
  const { status, ...fields } = await response.json()
  if (status === 'failure') throw new Error(`${fields.error}: ${fields.message}`)
  return fields
}

async function* revisions() {
  let cursor = null
  do {
    const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })
    const page = await call('GET', `/blobs/${org}/${blob}/revisions?${query}`)
    yield* page.revisions
    cursor = page.cursor
  } while (cursor !== null)
}

for await (const { id, number, phase, status } of revisions()) {
  if (phase !== 'draft' || status !== 'ready') continue
  let { operation } = await call('POST', `/revisions/${id}/commit`)
  while (operation.status === 'running') {
    await new Promise((done) => setTimeout(done, 100))
    ;({ operation } = await call('GET', `/operations/${operation.id}`))
  }
  if (operation.status !== 'succeeded') throw new Error(`revision ${number} was not committed: ${operation.error}`)
  console.log(`released revision ${number} of ${blob}`)
  process.exit(0)
}
throw new Error(`nothing to release in ${blob}`)
