import { shuffled } from './order.ts'
import { blobs, CALLERS, callerKey, LISTINGS, orgs, PAGE, sessions, USERS } from './world.ts'

/** A conversation of one client with the REST API: the next request, made from the last answer. */
export type Conversation = (answer: string) => RestRequest

export interface RestRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly caller: number
  readonly body?: object
}

/** GET of one user: every one of them by its alias or its id, asked for by every caller. */
export function reads(ids: readonly string[], client: number, users = USERS): Conversation {
  const pick = shuffled(users, client)
  let asked = client
  return () => {
    const user = pick()
    const name = asked++ % 2 === 0 ? `user-${user + 1}` : ids[user]!
    return { method: 'GET', path: `/v1/users/${name}`, caller: asked % CALLERS }
  }
}

interface Listing {
  readonly start: Omit<RestRequest, 'caller'>
  /** The request after a page; undefined after the last. */
  readonly after: (answer: string) => Omit<RestRequest, 'caller'> | undefined
}

const post = (path: string, body: object) => ({ method: 'POST' as const, path, body })

/** Sessions of four organizations (record cursor), revisions of four blobs and objects of four sessions (opaque cursor). */
export const listings: readonly Listing[] = Array.from({ length: LISTINGS }, (_, at) => [
  recordListing('/v1/workflow/list_sessions', { org_id: orgs[at] }),
  queryListing(`/v1/blobs/${orgs[0]}/${blobs[at]}/revisions?limit=${PAGE}`),
  opaqueListing('/v1/workflow/list_session_objects', { session_id: sessions[at], limit: PAGE }),
]).flat()

function recordListing(path: string, body: object): Listing {
  return {
    start: post(path, body),
    after: (answer) =>
      withCursor(answer, 'last_session_id', (start_session_id) => post(path, { ...body, start_session_id })),
  }
}

function opaqueListing(path: string, body: object): Listing {
  return {
    start: post(path, body),
    after: (answer) => withCursor(answer, 'cursor', (cursor) => post(path, { ...body, cursor })),
  }
}

function queryListing(path: string): Listing {
  return {
    start: { method: 'GET', path },
    after: (answer) => withCursor(answer, 'cursor', (cursor) => ({ method: 'GET', path: `${path}&cursor=${cursor}` })),
  }
}

/** The cursor is the last field of an answer: finding it there keeps the load cheap. */
function withCursor<T>(answer: string, field: string, make: (cursor: string) => T): T | undefined {
  const at = answer.lastIndexOf(`"${field}":"`)
  return at < 0 ? undefined : make(answer.slice(at + field.length + 4, answer.indexOf('"', at + field.length + 4)))
}

/** Walks one listing after the other to its end, each as the next caller. */
export function walks(client: number): Conversation {
  let walk = client
  let listing: Listing | undefined
  return (answer) => {
    const caller = walk % CALLERS
    const next = listing?.after(answer)
    if (next !== undefined) return { ...next, caller }
    listing = listings[++walk % listings.length]!
    return { ...listing.start, caller: walk % CALLERS }
  }
}

/** Creates a revision or a session, reads it, creates the next. */
export function createsAndReads(client: number): Conversation {
  let number = client
  let created: 'revision' | 'session' | undefined
  return (answer) => {
    const caller = number % CALLERS
    const read = created === undefined ? undefined : makeRead(created, answer)
    created = read === undefined ? (++number % 2 === 0 ? 'revision' : 'session') : undefined
    return { ...(read ?? makeCreate(created!, number)), caller }
  }
}

function makeCreate(kind: 'revision' | 'session', number: number): Omit<RestRequest, 'caller'> {
  return kind === 'revision'
    ? post(`/v1/blobs/${orgs[0]}/${blobs[number % LISTINGS]}/revisions`, { note: `Note ${number}` })
    : post('/v1/workflow/create_session', { org_id: orgs[number % LISTINGS] })
}

function makeRead(kind: 'revision' | 'session', answer: string): Omit<RestRequest, 'caller'> {
  const id = /"id":"([^"]+)"/.exec(answer)![1]!
  return kind === 'revision'
    ? { method: 'GET', path: `/v1/revisions/${id}` }
    : post('/v1/workflow/get_session', { session_id: id })
}

/** The bytes of a request. */
export function formatRequest({ method, path, caller, body }: RestRequest): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${callerKey(caller)}\r\n`
  if (body === undefined) return `${head}\r\n`
  const text = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
}
