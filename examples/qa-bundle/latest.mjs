// The client, repaired: only a null cursor is the end.
import { api } from './api.mjs'

const [, org, blob] = process.argv.slice(2)
let cursor = null
do {
  const { revisions, cursor: next } = await api(`/blobs/${org}/${blob}/revisions`, {
    limit: '1',
    ...(cursor && { cursor }),
  })
  if (revisions.length > 0) {
    console.log(`revision ${revisions[0].number}`)
    process.exit(0)
  }
  cursor = next
} while (cursor !== null)
console.log('no revisions')
process.exitCode = 1
