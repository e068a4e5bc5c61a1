import { beforeEach, describe, expect, it } from 'vitest'
import { letTimePass } from '../../../tests/helpers/let-time-pass.ts'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'
import { advice } from './advice.ts'

beforeEach(letTimePass)

/** Gives up after 300 ms. */
function limited(): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), 300)
  return limit.signal
}

const mint = ({ fetch, baseUrl, apiKey }: Run) =>
  fetch(`${baseUrl}/api-keys/target/org/acme`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'read', description: 'build' }),
    signal: limited(),
  }).then((response) => response.json() as Promise<{ status: string }>)
const adviceFor = async (subject: (run: Run) => Promise<unknown>, fault: string) =>
  (await explore(subject, { only: [fault] })).findings.map(({ verdict, lesson }) => [verdict, lesson])

describe('what a client should have noticed', () => {
  it('that the work may be done, of a client that did it twice', async () => {
    expect(
      await adviceFor(
        (run) =>
          mint(run)
            .catch(() => mint(run))
            .then(() => 'minted'),
        'lost-answer',
      ),
    ).toEqual([['wrong-world', `An answer can be lost after the work was done. ${advice.doneTwice}`]])
  })

  it('that a call failed, where it left the work undone and said nothing', async () => {
    expect(
      await adviceFor(
        (run) =>
          mint(run).then(
            () => 'minted',
            () => 'minted',
          ),
        'no-answer',
      ),
    ).toEqual([['wrong-world', expect.stringContaining(advice.notDone)]])
  })

  it('that a call failed, where it shows nothing for something', async () => {
    expect(
      await adviceFor(
        (run) =>
          mint(run).then(
            ({ status }) => status,
            () => 'nothing',
          ),
        'late-answer',
      ),
    ).toEqual([['wrong-output', `An answer can come later than any client waits. ${advice.notSaid}`]])
  })
})

it('a client that waits is told of time limits, also where its call came some time after its begin', async () => {
  const late = async ({ fetch, baseUrl, apiKey }: Run) => {
    await new Promise((resolve) => void setTimeout(resolve, 90))
    return (await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })).status
  }
  const { findings } = await explore(late, { only: ['late-answer'], timeLimit: '300ms' })
  expect(findings.map(({ lesson }) => lesson)).toEqual([expect.stringContaining(advice.waits)])
})

describe('a note on all findings together', () => {
  const noted = async (subject: (run: Run) => Promise<unknown>) =>
    (await explore(subject, { only: ['network', 'refusal'] })).notes.filter((note) => note.includes('never reports'))

  it('says of a client that it never says that it failed', async () => {
    expect(
      await noted((run) =>
        mint(run).then(
          () => 'minted',
          () => 'minted',
        ),
      ),
    ).toEqual([
      expect.stringMatching(
        /^the client never reports a failure: in \d+ of \d+ experiments in which a call fails it ends as if it had succeeded, with a wrong result\./,
      ),
    ])
  })

  it('says nothing of one that does', async () => {
    expect(await noted((run) => mint(run).then(() => 'minted'))).toEqual([])
  })
})
