import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('answers the definitions of the organization alone', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('workflow.create_definition', {
    org_id: 'ada-lab',
    alias: 'private',
    body: { nodes: [], edges: [] },
  })
  const aliases = async (org_id: string) =>
    (await commands.ask('workflow.list_definitions', { org_id })).definitions.map(
      ({ alias }: { alias: string }) => alias,
    )
  expect(await aliases('acme')).toEqual(['ingest', 'report'])
  expect(await aliases('ada-lab')).toEqual(['nightly', 'private'])
})
