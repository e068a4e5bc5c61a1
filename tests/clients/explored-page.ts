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

Popular libraries, first used naively, then with the findings of [exploring](explore-a-client.md) fixed. The findings are about the naive use, not
about the libraries. Both stand side by side in \`examples/explored-clients\` of the repository, which \`npm test\` there explores. The quoted
sentences are those of the [specification](specification.md).
`

export const explored: readonly Explored[] = [
  {
    name: 'openapi-fetch',
    naive: 'openapi-fetch.naive.ts',
    says: 'It does not reject when the API refuses a call: the refusal is in `error`. Code that does not check `error` goes on with `data` undefined. Here a listing ends early, without a word.',
    mended: 'openapi-fetch.mended.ts',
    then: 'Fixed: it checks `error`, each call has a time limit, and only `null` ends the listing.',
  },
  {
    name: 'ky',
    naive: 'ky.naive.ts',
    says: 'It has a time limit and repeats reads by itself. If it repeats POST as well, it makes two keys when an answer is lost.',
    mended: 'ky.mended.ts',
    then: 'Fixed: it repeats reads, but not the write. The time limit of each request covers the body. After a failure it checks whether the key exists. An answer counts only if it says `success`.',
  },
  {
    name: 'json-rpc-2.0',
    naive: 'json-rpc-2.0.naive.ts',
    says: 'It matches answers by their id, in any order, and waits for them for ever. It does not know when the socket closes.',
    mended: 'json-rpc-2.0.mended.ts',
    then: 'Fixed: opening and each call have a time limit, a closed socket rejects the calls that wait, and a frame that is not JSON is ignored.',
  },
  {
    name: 'TanStack infinite query',
    naive: 'tanstack.naive.ts',
    says: 'It handles pages and retries. You tell it which answers are failures, and how to recognize the last page.',
    mended: 'tanstack.mended.ts',
    then: 'Fixed: a refusal is thrown, so that it is retried; each request has a time limit; only the cursor says whether there is more.',
  },
  {
    name: 'curl --retry',
    naive: 'curl.naive.sh',
    says: 'By default it succeeds whatever the status is. `--retry-all-errors` repeats a POST whose answer was lost.',
    mended: 'curl.mended.sh',
    then: 'Fixed: `--fail-with-body` and `--max-time`, no retry of a write, and a check of the answer.',
  },
]
