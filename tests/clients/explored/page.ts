/** Text of docs/explored-clients.md around the results. */
export interface Explored {
  readonly name: string
  /** File of the naive use. */
  readonly naive: string
  readonly says: string
  readonly mended: string
  /** Description of the corrected use. */
  readonly then: string
}

export const intro = `# Clients, explored

Popular libraries, first used naively, then with the findings of [exploring](explore-a-client.md) fixed. The findings are those of
libraries *used naively*: none of them is at fault. A test explores every use on this page and writes the lists; it fails when the page says
something else, or when a mended use has a finding. What it quotes is the [specification](specification.md).
`

export const outro = `## How to do this

\`\`\`ts file=explore-it.ts
import { explore } from 'svc-emulator/explore'
import { revisions } from './openapi-fetch.naive.ts'

const { findings } = await explore(revisions, { timeLimit: '3s' })
for (const { verdict, what } of findings) console.log(verdict + ': ' + what)
\`\`\`

A script such as that of curl is a program: \`svc-emulator explore -- sh curl.naive.sh\`.
`

export const explored: readonly Explored[] = [
  {
    name: 'openapi-fetch',
    naive: 'openapi-fetch.naive.ts',
    says: 'It never rejects for a refusal: `error` holds it, and who does not look goes on with `data` undefined. Here a listing ends early, and says nothing.',
    mended: 'openapi-fetch.mended.ts',
    then: 'Mended: `error` is looked at, each call has a time limit, and only `null` ends the listing.',
  },
  {
    name: 'ky',
    naive: 'ky.naive.ts',
    says: 'It has a time limit and repeats reads by itself. Told to repeat a POST as well, it makes two keys when an answer is lost.',
    mended: 'ky.mended.ts',
    then: 'Mended: reads are repeated and the write is not; each request has a time limit that holds until its body is there; after a failure it looks whether the key is there, and an answer counts when it says `success`.',
  },
  {
    name: 'json-rpc-2.0',
    naive: 'json-rpc-2.0.naive.ts',
    says: 'It matches answers by their id, in whatever order they come, and waits for them for ever. A closed socket it cannot know of.',
    mended: 'json-rpc-2.0.mended.ts',
    then: 'Mended: opening has a time limit and so has each call; the end of the socket ends what waits; a frame that is no JSON is left out.',
  },
  {
    name: 'TanStack infinite query',
    naive: 'tanstack.naive.ts',
    says: 'Pages, retries and the end of a listing are its business; whether an answer is one, and what the end looks like, it is told.',
    mended: 'tanstack.mended.ts',
    then: 'Mended: a refusal is thrown, so that its retries see it; a request has a time limit; the cursor alone says whether there is more.',
  },
  {
    name: 'curl --retry',
    naive: 'curl.naive.sh',
    says: 'It succeeds whatever the status is, unless told otherwise, and `--retry-all-errors` sends a POST again whose answer was lost.',
    mended: 'curl.mended.sh',
    then: 'Mended: `--fail-with-body` and `--max-time`, no retry of a write, and a look at what was answered.',
  },
]
