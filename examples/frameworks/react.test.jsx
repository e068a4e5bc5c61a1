// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect } from 'vitest'
import { test } from 'svc-emulator/vitest'
import { loadOrgs } from './client.js'

function Orgs({ url }) {
  const [text, setText] = useState('Loading')
  useEffect(() => {
    loadOrgs(url).then(
      (orgs) => setText(orgs.join(', ')),
      (error) => setText(`Failed: ${error.message}`),
    )
  }, [url])
  return <p>{text}</p>
}

afterEach(cleanup)

test('shows the organizations', async ({ api }) => {
  render(<Orgs url={api.baseUrl} />)
  expect(await screen.findByText('acme, ada-lab')).toBeDefined()
})

test('shows a failure', async ({ api, emulator }) => {
  emulator.triggers.add({ when: { endpoint: 'GET /users/me/orgs' }, do: { fail: { error: 'internal_error' } } })
  render(<Orgs url={api.baseUrl} />)
  expect(await screen.findByText('Failed: internal_error')).toBeDefined()
})
