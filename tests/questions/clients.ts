import type { Run, SubjectFunction } from '../../emulator/lab/index.ts'

/** A small client, and the questions that matter to it, derived by hand from what it does. */
export interface Client {
  readonly does: string
  readonly run: SubjectFunction
  /** Alternatives, each with what comes of it and why. */
  readonly matter: Readonly<Record<string, readonly ['silent' | 'failure' | 'wording', why: string]>>
}

interface Answer {
  readonly status: number
  readonly ok: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- clients take from answers what they expect there
  readonly body: any
}

async function ask({ fetch, baseUrl, apiKey }: Run, method: string, path: string, json?: unknown): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'X-API-Key': apiKey, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return { status: response.status, ok: response.ok, body: await response.json() }
}

function require({ ok, status, body }: Answer): Answer['body'] {
  if (!ok) throw new Error(`${status} ${body.error}`)
  return body
}

export const clients: readonly Client[] = [
  {
    does: 'says its documented name',
    run: async (run) => require(await ask(run, 'GET', '/users/me')).user.name,
    matter: {},
  },
  {
    does: 'counts objects until a page is empty',
    run: async (run) => {
      let count = 0
      for (let cursor; ;) {
        const page = require(
          await ask(run, 'POST', '/workflow/list_session_objects', {
            session_id: 'run-01',
            ...(cursor && { cursor }),
          }),
        )
        if (page.objects.length === 0) return count
        count += page.objects.length
        cursor = page.cursor
        if (cursor === null) return count
      }
    },
    matter: { 'A-349/1': ['silent', 'the first page is empty, and the walk ends there'] },
  },
  {
    does: 'counts sessions until a page has fewer than ten',
    run: async (run) => {
      let count = 0
      for (let last; ;) {
        const page = require(
          await ask(run, 'POST', '/workflow/list_sessions', {
            org_id: 'acme',
            ...(last && { start_session_id: last }),
          }),
        )
        count += page.sessions.length
        if (page.sessions.length < 10) return count
        last = page.last_session_id
      }
    },
    matter: {
      'A-349/1': ['silent', 'the first page is empty'],
    },
  },
  {
    does: 'takes nothing but 200 for the creation of an organization',
    run: async (run) => {
      const answer = await ask(run, 'POST', '/orgs', { name: 'Mine', alias: 'mine' })
      if (answer.status !== 200) throw new Error(`unexpected status ${answer.status}`)
      return answer.body.org.alias
    },
    matter: { 'A-45/1': ['failure', 'a creation is 201'] },
  },
  {
    does: 'shows the name of an organization',
    run: async (run) => require(await ask(run, 'GET', '/orgs/acme')).org.name,
    matter: { 'A-16/1': ['silent', 'it shows no name'] },
  },
  {
    does: 'takes 404 alone for an organization that it cannot see',
    run: async (run) => {
      const answer = await ask(run, 'GET', '/orgs/ben-lab')
      return answer.status === 404 ? 'none' : require(answer).org.id
    },
    matter: { 'A-9/1': ['failure', 'the answer is 403'] },
  },
  {
    does: 'takes 409 for an organization that is there already',
    run: async (run) => {
      const answer = await ask(run, 'POST', '/orgs', { name: 'Acme', alias: 'acme' })
      return answer.status === 409 ? 'it is there' : require(answer).org.alias
    },
    matter: { 'A-394/1': ['failure', 'the refusal is 422'] },
  },
  {
    does: 'sends a field that may be unknown, and drops it after a 400',
    run: async (run) => {
      const first = await ask(run, 'POST', '/orgs', { name: 'Mine', alias: 'mine', color: 'red' })
      if (first.ok) return 'kept'
      if (first.status !== 400) throw new Error(`unexpected status ${first.status}`)
      require(await ask(run, 'POST', '/orgs', { name: 'Mine', alias: 'mine' }))
      return 'dropped'
    },
    matter: {
      'A-38/1': ['silent', 'the field is ignored, and taken for known'],
      'A-6/1': ['failure', 'the refusal is 422'],
    },
  },
  {
    does: 'adds a member by alias, twice, and takes 409 for done',
    run: async (run) => {
      require(await ask(run, 'POST', '/members/target/org/ada-lab', { user_id: 'ben', role: 'read' }))
      const again = await ask(run, 'POST', '/members/target/org/ada-lab', { user_id: 'ben', role: 'write' })
      if (again.status !== 409) require(again)
    },
    matter: {
      'A-55/1': ['silent', 'the second membership replaces the first, so that the world has another role'],
      'A-159/1': ['failure', 'the body must name the user by UUID'],
    },
  },
  {
    does: 'waits for an operation, and asks twenty times',
    run: async (run) => {
      const draft = '00000000-0000-4000-8000-0000000000e4'
      const { operation } = require(await ask(run, 'POST', `/revisions/${draft}/commit`))
      for (let n = 0; n < 20; n++) {
        const { status } = require(await ask(run, 'GET', `/operations/${operation.id}`)).operation
        if (status !== 'running') return status
      }
      throw new Error('it takes too long')
    },
    matter: {
      'A-420/1': ['failure', 'it runs for ten seconds, and twenty requests take five'],
      'A-99/1': ['failure', 'it takes a 404 of the operation that it began for a failure'],
    },
  },
  {
    does: 'deletes a session over a socket, and lists the fields of the result',
    run: async ({ WebSocket, realtimeUrl, apiKey }) => {
      const socket = new WebSocket(`${realtimeUrl}?api_key=${apiKey}`)
      await new Promise((open, fail) => {
        socket.addEventListener('open', open)
        socket.addEventListener('close', fail)
      })
      const answered = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => resolve(String(data))),
      )
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.delete_session', params: { session_id: 'run-02' } }),
      )
      const { result } = JSON.parse(await answered)
      socket.close()
      return Object.keys(result)
    },
    matter: {
      'A-5/1': ['silent', 'the result holds `status`, too'],
      'A-317/1': ['failure', 'the result is null, which has no fields'],
    },
  },
]
