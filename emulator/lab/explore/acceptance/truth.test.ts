import { describe, expect, it } from 'vitest'
import { ask } from '../../../../tests/helpers/ask.ts'
import { explore } from '../explore.ts'
import type { Run } from '../../subjects/function.ts'

const isGone = (error: Error) => {
  if (error.message !== 'org_not_found') throw error
}

/** Looks up an organization, then deletes it by its id or alias. */
const deleteOrg = (nameOf: (org: { id: string; alias: string }) => string) => async (run: Run) => {
  const { org } = (await ask(run, 'GET', '/orgs/ada-lab')) as unknown as { org: { id: string; alias: string } }
  await ask(run, 'DELETE', `/orgs/${nameOf(org)}`).catch(isGone)
  return 'ada-lab is deleted'
}
const only = ['target-changes:orgs-renamed', 'target-changes:orgs-deleted']

describe('world and output come from one reference', () => {
  it('a delete by alias that did nothing is a finding, though one reference has its world and another its words', async () => {
    const { findings } = await explore(
      deleteOrg(({ alias }) => alias),
      { only },
    )
    expect(findings).toMatchObject([
      {
        verdict: 'wrong-world',
        cases: [{ id: 'DELETE /orgs/:org_id#1:target-changes:orgs-renamed' }],
        lesson: expect.stringContaining('The work was not done'),
      },
    ])
  })

  it('a delete by id is right, whatever the organization is called by then', async () => {
    const { findings } = await explore(
      deleteOrg(({ id }) => id),
      { only },
    )
    expect(findings).toEqual([])
  })
})
