import { setupWorker } from 'msw/browser'
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { showPanel } from 'svc-emulator/panel'
import { showRevisions } from './revisions.js'

/** Each story is the same component before another state of the service. */
const stories = {
  'every state': { key: 'svc-key-ada-admin' },
  'a reader': { key: 'svc-key-ben-admin' },
  empty: {
    key: 'svc-key-ada-admin',
    arrange: ({ world }) => world.revisions.list().forEach(({ id }) => world.revisions.delete(id)),
  },
  'not allowed': { key: 'svc-key-weights-read', blob: 'notes' },
  broken: {
    key: 'svc-key-ada-admin',
    arrange: ({ triggers }) =>
      triggers.add({
        when: { endpoint: 'GET /blobs/:org_id/:blob_id/revisions' },
        do: { fail: { error: 'internal_error' } },
      }),
  },
  slow: {
    key: 'svc-key-ada-admin',
    arrange: ({ triggers }) =>
      triggers.add({ when: { endpoint: 'GET /blobs/:org_id/:blob_id/revisions' }, do: { delay: '1s' } }),
  },
}

const emulator = createEmulator({ trace: true })
const {
  key,
  blob = 'weights',
  arrange,
} = stories[new URLSearchParams(location.search).get('story')] ?? stories['every state']
arrange?.(emulator)

document.querySelector('nav').innerHTML = Object.keys(stories)
  .map((name) => `<a href="?story=${encodeURIComponent(name)}">${name}</a>`)
  .join(' | ')
await setupWorker(...createHandlers(emulator, { baseUrl: 'https://api.example.com/v1' })).start({ quiet: true })
showPanel(emulator)
await showRevisions(document.querySelector('main'), { key, org: 'acme', blob })
