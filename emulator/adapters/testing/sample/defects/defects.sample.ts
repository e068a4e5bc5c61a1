/** Run by vitest-defects.test.ts, in a vitest of its own. */
import { expect, test } from '../../vitest.ts'

const broken = test.extend({
  emulatorOptions: { beside: () => Promise.reject(new Error('no database')), warn: () => {} },
})

broken('fails, and met a defect', async ({ emulator }) => {
  expect((await emulator.fetch('/healthz')).status).toBe(200)
})

broken('passes in spite of it', async ({ emulator }) => {
  expect((await emulator.fetch('/healthz')).status).toBe(500)
})

test.fails('fails as expected', async ({ emulator }) => {
  expect((await emulator.fetch('/healthz')).status).toBe(200)
})
