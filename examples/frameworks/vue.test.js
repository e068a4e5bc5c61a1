// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/vue'
import { afterEach, expect } from 'vitest'
import { test } from 'svc-emulator/vitest'
import { h, ref } from 'vue'
import { loadOrgs } from './client.js'

const Orgs = {
  props: ['url'],
  setup({ url }) {
    const text = ref('Loading')
    loadOrgs(url).then(
      (orgs) => (text.value = orgs.join(', ')),
      (error) => (text.value = `Failed: ${error.message}`),
    )
    return () => h('p', text.value)
  },
}

afterEach(cleanup)

test('shows the organizations', async ({ api }) => {
  render(Orgs, { props: { url: api.baseUrl } })
  expect(await screen.findByText('acme, ada-lab')).toBeDefined()
})

test('shows a failure', async ({ api, emulator }) => {
  emulator.triggers.add({ when: { endpoint: 'GET /users/me/orgs' }, do: { fail: { error: 'internal_error' } } })
  render(Orgs, { props: { url: api.baseUrl } })
  expect(await screen.findByText('Failed: internal_error')).toBeDefined()
})
