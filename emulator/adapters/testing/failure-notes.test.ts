import { beforeAll, expect, it } from 'vitest'
import { runSamples, type SampleResult } from './sample/run-samples.ts'

let tests: ReadonlyMap<string, SampleResult>
beforeAll(async () => {
  tests = await runSamples('notes')
})

const readMessage = (name: string): string => tests.get(name)!.messages.join('\n---\n')

it('shows the last five requests, what a trigger did, and the sentence behind a refusal', () => {
  expect(readMessage('fails after six requests')).toMatchInlineSnapshot(`
    "expected 500 to be 200 // Object.is equality

    The last 5 of 6 requests to the emulator:
      2  GET /v1/orgs/none-2  404 org_not_found  ada
         There is no organization 'none-2', or this caller cannot see it. (A-7)
      3  GET /v1/orgs/none-3  404 org_not_found  ada
         There is no organization 'none-3', or this caller cannot see it. (A-7)
      4  GET /v1/orgs/none-4  404 org_not_found  ada
         There is no organization 'none-4', or this caller cannot see it. (A-7)
      5  GET /v1/orgs/none-5  404 org_not_found  ada
         There is no organization 'none-5', or this caller cannot see it. (A-7)
      7  GET /v1/users/me  500 internal_error  ada
         trigger: outage
    Why: npx svc-emulator why -- npx vitest run emulator/adapters/testing/sample/notes/notes.sample.ts -t 'fails after six requests'"
  `)
})

it('shows the requests of one test to an emulator that several use, although it is reset before', () => {
  expect(readMessage('fails in its own emulator')).toMatchInlineSnapshot(`
    "expected 401 to be 200 // Object.is equality

    The requests of this test to the emulator:
      3  GET /v1/users/me  401 unauthenticated  nobody
         note: Send valid credentials: Authorization: Bearer <token>, or X-API-Key: <key>. (A-392)
    Why: npx svc-emulator why -- npx vitest run emulator/adapters/testing/sample/notes/notes.sample.ts -t 'an emulator of the file fails in its own emulator'"
  `)
})

it('says nothing about a test that sent nothing, nor where it shall be quiet', () => {
  expect(readMessage('fails without a request')).toBe('expected 4 to be +0 // Object.is equality')
  expect(readMessage('fails quietly')).toBe('expected 401 to be 200 // Object.is equality')
})
