import { renderToString } from 'react-dom/server'
import { expect } from 'vitest'
import { test } from 'svc-emulator/vitest'
import { loadOrgs } from './client.js'

async function renderPage(url) {
  const orgs = await loadOrgs(url)
  return renderToString(
    <ul>
      {orgs.map((alias) => (
        <li key={alias}>{alias}</li>
      ))}
    </ul>,
  )
}

test('renders what the API answers', async ({ api }) => {
  expect(await renderPage(api.baseUrl)).toBe('<ul><li>acme</li><li>ada-lab</li></ul>')
})
