/** Run by playwright.browser.test.ts. */
import { expect, test } from '../../playwright.ts'

test.use({ emulatorOptions: { beside: () => Promise.reject(new Error('no database')) } })

test('fails, and met a defect', async ({ emulator }) => {
  expect((await fetch(emulator.baseUrl.replace(/v1$/, 'healthz'))).status).toBe(200)
})
