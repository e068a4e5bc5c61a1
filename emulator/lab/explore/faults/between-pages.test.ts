import { expect, it } from 'vitest'
import { ask } from '../../../../tests/helpers/ask.ts'
import { explore } from '../explore.ts'
import type { Run } from '../../subjects/function.ts'

it.each([
  ['record', 'POST', '/workflow/list_sessions', { org_id: 'acme' }],
  ['opaque', 'GET', '/blobs/acme/weights/revisions?limit=2', undefined],
])('deletes the first and the last record of a page with %s cursors', async (_, method, path, body) => {
  const list = async (run: Run) => void (await ask(run, method, path, body))
  const { experiments } = await explore(list, { only: ['between-pages'] })
  expect(experiments.map(({ fault }) => fault)).toEqual(['between-pages:last', 'between-pages:first'])
})
