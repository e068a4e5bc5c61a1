import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, type Project } from '../helpers/project.ts'

/** A test with an emulator of its own, whose options make it red. */
const own = `
import { expect, test } from 'vitest'
import { createEmulator } from 'svc-emulator'
const headers = { 'X-API-Key': 'svc-key-ada-admin' }
test('options that act', async () => {
  const emulator = createEmulator({ rateLimit: '1/m', chaos: { rate: '100%' } })
  for (let n = 0; n < 2; n++) expect((await emulator.fetch('/v1/users/me', { headers })).status).toBe(200)
})
`

let project: Project
beforeAll(() => {
  project = createProject({ 'own.test.mjs': own })
})
afterAll(() => project.remove())

it('explains options that act in a test with an emulator of its own', async () => {
  const { exit, output } = await project.run('npx svc-emulator why --budget 10m -- npx vitest run own.test.mjs')
  expect(output).toContain(
    "Without the trigger 'rate-limit' and the chaos 'chaos' it passes; each alone does not help.",
  )
  expect(exit).toBe(0)
})
