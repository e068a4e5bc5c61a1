import type { Emulator } from '../../../emulator/index.ts'
import { createEmulator } from '../harness/shipped.ts'
import { written } from './bare-answers.ts'
import { aliasOf, callListings, type Call } from './calls.ts'
import { benchFixture, keyOf, LISTED, LISTINGS, orgs } from './world.ts'

/** Asks an emulator for everything that the conversations over sockets read, for `servers/bare-ws.mjs`. Gives the file. */
export function bareResults(): string {
  const ask = asker(createEmulator({ fixtures: [benchFixture()] as never, journal: false }))
  const answers: Record<string, unknown> = {}
  const hold = (call: Call): string => {
    const text = ask(call)
    answers[`${call.method} ${Object.values(call.params).join(' ')}`] = JSON.parse(text).result
    return text
  }
  for (let index = 0; index < LISTED * LISTINGS; index++)
    hold({ method: 'workflow.get_session', params: { session_id: aliasOf(index) } })
  for (const listing of callListings) {
    for (let next: Call | undefined = listing.start; next !== undefined;) next = listing.after(hold(next))
  }
  const create = JSON.parse(ask({ method: 'workflow.create_session', params: { org_id: orgs[0] } })).result
  return written({
    answers,
    templates: { 'workflow.create_session': { create, field: 'session', read: 'workflow.get_session {id}' } },
  })
}

/** Calls over a socket in process. */
export function asker(emulator: Emulator): (call: Call) => string {
  let answer = ''
  const session = emulator.connect({
    url: `/v1/realtime?api_key=${keyOf(0)}`,
    send: (text) => {
      answer = text
    },
    close() {},
  })
  return (call) => {
    session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }))
    if (!answer.includes('"result"'))
      throw new Error(`expected a result of ${call.method}, got: ${answer.slice(0, 500)}`)
    return answer
  }
}
