import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { showPanel } from './panel.ts'

it('says where the inspector is, where there is no page', () => {
  expect(() => showPanel(createEmulator())).toThrow(
    'showPanel needs a page, and there is no document here. In Node, serve the emulator, startServer({ emulator }), and open the inspector at its controlUrl',
  )
})
