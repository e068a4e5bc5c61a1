import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, type Project } from '../helpers/project.ts'

/** A test whose client takes the first page for all, in a world of its own. */
const takesPage = (runner: string) => `
import assert from 'node:assert/strict'
import { test } from '${runner}'
import { createEmulator } from 'svc-emulator'
test('lists all', async () => {
  const emulator = createEmulator({ seed: 3 })
  const headers = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const body = JSON.stringify({ org_id: 'acme' })
  const answer = await emulator.fetch('/v1/workflow/list_sessions', { method: 'POST', headers, body })
  const { sessions } = await answer.json()
  assert.ok(sessions.length === emulator.world.sessions.size, 'a page is taken for all')
})
`

let project: Project
beforeAll(() => {
  project = createProject({ 'own.test.mjs': takesPage('node:test'), 'vi.test.mjs': takesPage('vitest') })
})
afterAll(() => project.remove())

it.each([
  ['node:test', 'node --test own.test.mjs'],
  ['vitest', 'npx vitest run vi.test.mjs'],
])('makes the world of a test of %s smaller, in which the test fails again', async (_, line) => {
  const { exit, output } = await project.run(`npx svc-emulator shrink -o small.yaml -- ${line}`)
  expect(output).toMatch(/438 records to 15 /)
  expect(output).toContain(`Again: svc-emulator exec --from small.yaml -- ${line}\n`)
  expect(exit).toBe(0)
  expect(readFileSync(join(project.folder, 'small.yaml'), 'utf8')).toContain('sessions: { count: 11, org: acme }')
  const again = await project.run(`npx svc-emulator exec --from small.yaml -- ${line}`)
  expect(again.exit).toBe(1)
  expect(again.output).toContain('a page is taken for all')
  const fixed = readFileSync(join(project.folder, 'small.yaml'), 'utf8').replace('count: 11', 'count: 10')
  project.write('fixed.yaml', fixed)
  expect((await project.run(`npx svc-emulator exec --from fixed.yaml -- ${line}`)).exit).toBe(0)
})
