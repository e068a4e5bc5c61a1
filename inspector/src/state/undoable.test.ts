import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import { Session } from '../session.ts'
import { findUndo } from './undoable.ts'

it.each([true, false])('offers to undo a change of this page where a trace is kept: %s', async (trace) => {
  const session = new Session(new EmulatorInPage(createEmulator({ trace }), 'here').main, () => undefined)
  await session.source.call('DELETE /state/:table/:id', { params: { table: 'orgs', id: 'acme' } })
  expect((await findUndo(session, 0))?.label).toBe(trace ? 'Undo' : undefined)
})
