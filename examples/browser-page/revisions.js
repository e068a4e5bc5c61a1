const url = 'https://api.example.com/v1'

/** The component: the revisions of a blob, with a button where one can be reset. It knows the service, and no mock. */
export async function showRevisions(root, { key, org, blob }) {
  const call = async (method, path) => {
    const response = await fetch(url + path, { method, headers: { 'X-API-Key': key } })
    const { status, ...fields } = await response.json()
    if (status === 'failure') throw new Error(fields.error)
    return fields
  }

  const show = async () => {
    root.innerHTML = '<p role="status">Loading</p>'
    try {
      const rows = []
      let cursor = ''
      do {
        const page = await call('GET', `/blobs/${org}/${blob}/revisions?${cursor && new URLSearchParams({ cursor })}`)
        rows.push(...page.revisions)
        cursor = page.cursor
      } while (cursor !== null)
      root.innerHTML = rows.length === 0 ? '<p>No revisions yet</p>' : '<ol></ol>'
      for (const revision of rows) root.querySelector('ol').append(item(revision))
    } catch (error) {
      root.innerHTML = `<p role="alert">${error.message === 'forbidden' ? 'You may not see this.' : 'The service has a problem.'}</p>`
    }
  }

  const item = ({ id, number, phase, status }) => {
    const line = document.createElement('li')
    line.textContent = `${number} ${phase} ${status} `
    if (status === 'failed') {
      const reset = Object.assign(document.createElement('button'), { textContent: `Reset ${number}` })
      reset.onclick = () => call('POST', `/revisions/${id}/reset`).then(show, show)
      line.append(reset)
    }
    return line
  }

  await show()
}
