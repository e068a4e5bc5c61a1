import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Emulator } from '../../../emulator/index.ts'
import { createEmulator } from '../harness/shipped.ts'
import { listings, type RestRequest } from './rest.ts'
import { benchFixture, callerKey, USERS, blobs, orgs } from './world.ts'

/** Data of a bare server: answers to reads by their request, and templates for answers to creates. */
interface Held {
  readonly answers: Record<string, unknown>
  readonly templates: Record<string, { readonly create: unknown; readonly field: string; readonly read: string }>
}

export interface RestAnswers {
  readonly file: string
  /** Ids of the users, in the order of their aliases. */
  readonly ids: readonly string[]
}

/** Asks an emulator for everything that the conversations read, for `servers/bare-http.mjs`. */
export async function restAnswers(): Promise<RestAnswers> {
  const emulator = createEmulator({ fixtures: [benchFixture()] as never, journal: false })
  const held: Held = { answers: {}, templates: {} }
  const ids = await holdUsers(emulator, held)
  for (const listing of listings) {
    for (let next: Omit<RestRequest, 'caller'> | undefined = listing.start; next !== undefined;) {
      const text = await ask(emulator, { ...next, caller: 0 })
      held.answers[answerKey(next)] = JSON.parse(text)
      next = listing.after(text)
    }
  }
  for (const blob of blobs) {
    await holdCreate(
      emulator,
      held,
      `/v1/blobs/${orgs[0]}/${blob}/revisions`,
      { note: '' },
      'revision',
      '/v1/revisions/{id} ',
    )
  }
  await holdCreate(
    emulator,
    held,
    '/v1/workflow/create_session',
    { org_id: orgs[0] },
    'session',
    '/v1/workflow/get_session {id}',
  )
  return { file: written(held), ids }
}

async function holdUsers(emulator: Emulator, { answers }: Held): Promise<string[]> {
  const ids: string[] = []
  for (let n = 1; n <= USERS; n++) {
    const answer = JSON.parse(await ask(emulator, { method: 'GET', path: `/v1/users/user-${n}`, caller: 0 }))
    ids.push(answer.user.id)
    answers[`/v1/users/user-${n} `] = answer
    answers[`/v1/users/${answer.user.id} `] = answer
  }
  return ids
}

async function holdCreate(
  emulator: Emulator,
  { templates }: Held,
  path: string,
  body: object,
  field: string,
  read: string,
): Promise<void> {
  templates[path] = { create: JSON.parse(await ask(emulator, { method: 'POST', path, body, caller: 0 })), field, read }
}

/** Key of an answer in the bare server: the path, and the cursor or the fields of the body. */
function answerKey({ path, body }: Omit<RestRequest, 'caller'>): string {
  const { pathname, searchParams } = new URL(path, 'http://bare')
  return `${pathname} ${body === undefined ? (searchParams.get('cursor') ?? '') : Object.values(body).join(' ')}`
}

async function ask(emulator: Emulator, { method, path, body, caller }: RestRequest): Promise<string> {
  const headers = { 'x-api-key': callerKey(caller), 'content-type': 'application/json' }
  const response = await emulator.fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text
}

function written(held: Held): string {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'answers.json')
  writeFileSync(file, JSON.stringify(held))
  return file
}
