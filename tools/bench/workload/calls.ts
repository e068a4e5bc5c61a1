import { shuffled } from './order.ts'
import { LISTED, LISTINGS, orgs, PAGE, sessions } from './world.ts'

/** A conversation over one socket: the next call, made from the last answer. */
export type CallConversation = (answer: string) => Call

export interface Call {
  readonly method: string
  readonly params: object
}

export const aliasOf = (index: number): string =>
  `${orgs[index % LISTINGS]}-session-${String(Math.floor(index / LISTINGS) + 1).padStart(4, '0')}`

/** One session of 4,000, by its alias. */
export function readCalls(client: number): CallConversation {
  const pick = shuffled(LISTED * LISTINGS, client)
  return () => ({ method: 'workflow.get_session', params: { session_id: aliasOf(pick()) } })
}

export interface CallListing {
  readonly start: Call
  readonly after: (answer: string) => Call | undefined
}

/** Sessions of four organizations (record cursor) and objects of four sessions (opaque cursor), ten a page. */
export const callListings: readonly CallListing[] = Array.from({ length: LISTINGS }, (_, at) => [
  callListing('workflow.list_sessions', { org_id: orgs[at] }, 'last_session_id', 'start_session_id'),
  callListing('workflow.list_session_objects', { session_id: sessions[at], limit: PAGE }, 'cursor', 'cursor'),
]).flat()

function callListing(method: string, params: object, told: string, sent: string): CallListing {
  return {
    start: { method, params },
    after: (answer) => {
      const cursor = new RegExp(`"${told}":"([^"]+)"`).exec(answer)?.[1]
      return cursor === undefined ? undefined : { method, params: { ...params, [sent]: cursor } }
    },
  }
}

/** Walks one listing after the other to its end. */
export function walkCalls(client: number): CallConversation {
  let walk = client
  let listing: CallListing | undefined
  return (answer) => {
    const next = listing?.after(answer)
    if (next !== undefined) return next
    listing = callListings[++walk % callListings.length]!
    return listing.start
  }
}

/** Creates a session, reads it, creates the next. */
export function createAndReadCalls(client: number): CallConversation {
  let number = client
  let created = false
  return (answer) => {
    const id = created ? /"id":"([^"]+)"/.exec(answer)![1] : undefined
    created = !created
    return id === undefined
      ? { method: 'workflow.create_session', params: { org_id: orgs[number++ % LISTINGS] } }
      : { method: 'workflow.get_session', params: { session_id: id } }
  }
}
