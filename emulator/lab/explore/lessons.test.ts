import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Run } from './function-subject.ts'
import { SAY_THAT_IT_FAILED, WORK_MAY_BE_DONE } from './lessons.ts'

const mint = ({ fetch, baseUrl, apiKey }: Run) =>
  fetch(`${baseUrl}/api-keys/target/org/acme`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'read', description: 'build' }),
    signal: AbortSignal.timeout(300),
  }).then((response) => response.json() as Promise<{ status: string }>)
const lessonsFor = async (subject: (run: Run) => Promise<unknown>, fault: string) =>
  (await explore(subject, { only: [fault] })).findings.map(({ verdict, lesson }) => [verdict, lesson])

describe('what a client should have noticed', () => {
  it('that the work may be done, where it did it twice', async () => {
    expect(
      await lessonsFor(
        (run) =>
          mint(run)
            .catch(() => mint(run))
            .then(() => 'minted'),
        'lost-answer',
      ),
    ).toEqual([['wrong-world', WORK_MAY_BE_DONE]])
  })

  it('that a call failed, where it left the work undone and said nothing', async () => {
    expect(
      await lessonsFor(
        (run) =>
          mint(run).then(
            () => 'minted',
            () => 'minted',
          ),
        'no-answer',
      ),
    ).toEqual([['wrong-world', expect.stringContaining(SAY_THAT_IT_FAILED)]])
  })

  it('that a call failed, where it shows nothing for something', async () => {
    expect(
      await lessonsFor(
        (run) =>
          mint(run).then(
            ({ status }) => status,
            () => 'nothing',
          ),
        'late-answer',
      ),
    ).toEqual([['wrong-output', SAY_THAT_IT_FAILED]])
  })
})

describe('a note on all findings together', () => {
  const noted = async (subject: (run: Run) => Promise<unknown>) =>
    (await explore(subject, { only: ['network', 'refusal'] })).notes.filter((note) => note.includes('never says'))

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
        /^it never says that it failed: \d+ of \d+ experiments in which a call fails end as if all were well, and wrongly\./,
      ),
    ])
  })

  it('says nothing of one that does', async () => {
    expect(await noted((run) => mint(run).then(() => 'minted'))).toEqual([])
  })
})
