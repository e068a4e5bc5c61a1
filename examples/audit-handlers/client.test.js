import { setupServer } from 'msw/node'
import { auditHandlers } from 'svc-emulator/msw'
import { expect, test } from 'vitest'
import { countSessions, describeOrg, listAliases } from './client.js'
import { handlers as grown } from './handlers.js'
import { handlers as mended } from './handlers-mended.js'

const key = 'svc-key-ada-admin'

/** Runs the client on some handlers, and audits their answers. */
async function use(handlers) {
  const server = setupServer(...handlers)
  const audit = auditHandlers(server, { baseUrl: 'https://api.example.com/v1', print: () => {} })
  server.listen({ onUnhandledRequest: 'error' })
  const orgs = [await describeOrg(key, 'acme'), await describeOrg(key, 'nowhere'), await listAliases(key)]
  const sessions = await countSessions(key, 'acme')
  server.close()
  return { orgs, sessions, ...(await audit.report()) }
}

test('the client is green with handlers as they grew, and rests on six things that the API would not answer', async () => {
  const { orgs, sessions, judged, findings, notes } = await use(grown)
  expect({ orgs, sessions }).toEqual({ orgs: ['Acme (private)', 'not_found', ['acme']], sessions: 25 })
  expect(judged).toBe(4)
  expect(findings.map(({ where, says }) => `${where}: ${says}`)).toEqual([
    'handlers.js:8: leaves out `status`',
    'handlers.js:8: answers `orgs.*.id` as "org-1", expected a UUID',
    'handlers.js:14: answers `sessions.*.id` as 0, expected string',
    'handlers.js:14: leaves out `sessions.*.alias`',
    'handlers.js:14: leaves out `last_session_id`',
    'handlers.js:14: answers 25 `sessions` on a page',
  ])
  expect(notes.map(({ says }) => says)).toContain('refuses with 404 not_found, the emulator with 404 org_not_found')
})

test('after the audit it reads three pages of handlers without a finding', async () => {
  const { orgs, sessions, judged, findings, notes } = await use(mended)
  expect({ orgs, sessions }).toEqual({ orgs: ['Acme (private)', 'org_not_found', ['acme']], sessions: 25 })
  expect({ judged, findings }).toEqual({ judged: 6, findings: [] })
  // Its own sessions are not those of the starter world: both notes are about the cursors of further pages.
  expect(notes.map(({ unit, statement }) => `${unit} ${statement}`)).toEqual(
    Array(2).fill('workflow.list_sessions A-34'),
  )
})
