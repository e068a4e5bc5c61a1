// The client as QA had it: it looks at the first page only, and takes an empty one for the end.
import { api } from './api.mjs'

const [, org, blob] = process.argv.slice(2)
const {
  revisions: [newest],
} = await api(`/blobs/${org}/${blob}/revisions`, { limit: '1' })
console.log(newest ? `revision ${newest.number}` : 'no revisions')
process.exitCode = newest ? 0 : 1
