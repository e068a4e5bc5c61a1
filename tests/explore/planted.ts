import type { Run } from '../../emulator/lab/index.ts'
import { ask, PATIENCE } from './ask.ts'
import type { Pair } from './pair.ts'
import { answerPairs } from './planted-answers.ts'
import { limitPairs } from './planted-limits.ts'
import { orderPairs } from './planted-orders.ts'
import { socketPairs } from './planted-sockets.ts'

type Page = { objects: { key: string }[]; cursor: string | null }
const objects = (run: Run, cursor?: string) =>
  ask(run, 'POST', '/workflow/list_session_objects', {
    session_id: 'run-01',
    ...(cursor !== undefined && { cursor }),
  }) as never as Promise<Page>

async function walk(run: Run, isOver: (page: Page) => boolean): Promise<string[]> {
  const keys: string[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await objects(run, cursor)
    keys.push(...page.objects.map(({ key }) => key))
    if (isOver(page) || page.cursor === null) return keys
    cursor = page.cursor
  }
}

/** Mints a key, and looks for it before it asks again. */
async function mintOnce(run: Run): Promise<string> {
  const described = async () => {
    const { api_keys: keys } = (await ask(run, 'GET', '/api-keys/target/org/acme')) as never as {
      api_keys: { description: string | null }[]
    }
    return keys.some(({ description }) => description === 'for the build')
  }
  try {
    await ask(run, 'POST', '/api-keys/target/org/acme', { role: 'read', description: 'for the build' })
  } catch (error) {
    if (!(await described())) throw error
  }
  return 'minted'
}

async function retried<T>(times: number, task: () => Promise<T>, pause = 0): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await task()
    } catch (error) {
      if (left <= 0) throw error
      if (pause > 0) await new Promise((resolve) => void setTimeout(resolve, pause))
    }
  }
}

export const pairs: readonly Pair[] = [
  ...limitPairs,
  {
    mistake: 'tries again without looking whether the work is done',
    found: ['wrong-world', 'lost-answer'],
    wrong: (run) =>
      retried(1, () => ask(run, 'POST', '/api-keys/target/org/acme', { role: 'read' })).then(() => 'minted'),
    right: mintOnce,
    only: ['network'],
  },
  {
    mistake: 'stops at a short page',
    found: ['wrong-output', 'page-sizes:of-one'],
    wrong: (run) => walk(run, ({ objects: page }) => page.length < 50),
    right: (run) => walk(run, () => false),
    only: ['paging'],
  },
  {
    mistake: 'stops at an empty page',
    found: ['wrong-output', 'page-sizes:empty'],
    wrong: (run) => walk(run, ({ objects: page }) => page.length === 0),
    right: (run) => walk(run, () => false),
    only: ['paging'],
  },
  {
    mistake: 'prints its key in an error',
    found: ['leaked-secret', 'no-answer'],
    wrong: (run) =>
      ask(run, 'GET', '/users/me').catch((error: Error) =>
        Promise.reject(new Error(`${error.message} (sent X-API-Key: ${run.apiKey})`)),
      ),
    right: (run) => ask(run, 'GET', '/users/me'),
    only: ['no-answer'],
  },
  {
    mistake: 'tries again without end or pause',
    found: ['storm', 'refusal:internal_error-lasting'],
    wrong: (run) => retried(Infinity, () => ask(run, 'GET', '/users/me')),
    right: (run) => retried(3, () => ask(run, 'GET', '/users/me')),
    only: ['refusal'],
  },
  {
    mistake: 'trusts the HTTP status over `status`',
    found: ['wrong-output', 'gateway:502'],
    wrong: async ({ fetch, baseUrl, apiKey }) => {
      const response = await fetch(`${baseUrl}/users/me`, {
        headers: { 'X-API-Key': apiKey },
        signal: AbortSignal.timeout(PATIENCE),
      })
      return ((await response.json().catch(() => ({}))) as { user?: { alias: string } }).user?.alias ?? 'nobody'
    },
    right: (run) => ask(run, 'GET', '/users/me').then(({ user }) => (user as never as { alias: string }).alias),
    only: ['network'],
  },
  {
    mistake: 'takes 1 MB for all',
    found: ['silent-cut', 'silent-cut:GET/orgs/:org_id/blobs'],
    wrong: (run) => ask(run, 'GET', '/orgs/acme/blobs').then(({ blobs }) => ({ blobs })),
    right: async (run) => {
      const { blobs } = await ask(run, 'GET', '/orgs/acme/blobs')
      return { blobs, whole: JSON.stringify(blobs).length < 900_000 }
    },
    only: ['silent-cut'],
  },
  {
    mistake: 'leaves a rejection to nobody',
    found: ['crashed', 'no-answer'],
    wrong: async (run) => {
      void ask(run, 'GET', '/orgs/acme')
      return ask(run, 'GET', '/users/me')
    },
    right: async (run) => {
      await ask(run, 'GET', '/orgs/acme')
      return ask(run, 'GET', '/users/me')
    },
    only: ['no-answer'],
  },
  {
    mistake: 'polls an operation that failed for ever',
    found: ['storm', 'work-fails'],
    wrong: (run) => committed(run, ({ status }) => status === 'succeeded'),
    right: (run) =>
      committed(run, ({ status }) => {
        if (status === 'failed') throw new Error('the operation failed')
        return status === 'succeeded'
      }),
    only: ['work-fails'],
  },
  {
    mistake: 'goes on when the record of a cursor is gone, as if that were the end',
    found: ['wrong-output', 'between-pages:last'],
    wrong: (run) => sessions(run, true),
    right: (run) => sessions(run, false),
    only: ['paging'],
  },
  {
    mistake: 'takes a page of fewer than ten for the last',
    found: ['wrong-output', 'page-sizes:of-three'],
    wrong: (run) => sessions(run, false, ({ sessions: shown }) => shown.length < 10),
    right: (run) => sessions(run, false),
    only: ['paging'],
  },
  {
    mistake: 'goes on with the cursor that it had when a page is empty',
    found: ['storm', 'page-sizes:empty'],
    wrong: (run) => walkByMoving(run, (cursor, page) => (page.objects.length === 0 ? cursor : page.cursor)),
    right: (run) => walkByMoving(run, (_, page) => page.cursor),
    only: ['paging'],
  },
  {
    mistake: 'parses every answer as JSON, where nobody catches',
    found: ['crashed', 'gateway:502'],
    wrong: async (run) => {
      const { fetch, baseUrl, apiKey } = run
      const response = await fetch(`${baseUrl}/users/me`, {
        headers: { 'X-API-Key': apiKey },
        signal: AbortSignal.timeout(PATIENCE),
      })
      const text = await response.text()
      return new Promise(
        (resolve) => void Promise.resolve().then(() => resolve((JSON.parse(text) as { status: string }).status)),
      )
    },
    right: (run) => ask(run, 'GET', '/users/me').then(({ status }) => status),
    only: ['gateway'],
  },
  {
    mistake: 'deletes by alias what it chose by id',
    found: ['wrong-world', 'target-changes:sessions-succeeded'],
    wrong: (run) => deletedSession(run, ({ alias }) => alias),
    right: (run) => deletedSession(run, ({ id }) => id),
    only: ['change'],
  },
  ...socketPairs,
  ...answerPairs,
  ...orderPairs,
]

async function walkByMoving(
  run: Run,
  next: (cursor: string | undefined, page: Page) => string | null | undefined,
): Promise<string[]> {
  const keys: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await objects(run, cursor ?? undefined)
    keys.push(...page.objects.map(({ key }) => key))
    cursor = next(cursor ?? undefined, page)
  } while (cursor !== null)
  return keys
}

type Session = { id: string; alias: string }

async function deletedSession(run: Run, nameOf: (session: Session) => string): Promise<string> {
  const { session } = (await ask(run, 'POST', '/workflow/get_session', {
    session_id: '00000000-0000-4000-8000-000000000207',
  })) as never as { session: Session }
  await ask(run, 'POST', '/workflow/delete_session', { session_id: nameOf(session) })
  return 'deleted'
}

async function committed(run: Run, isOver: (operation: { status: string }) => boolean): Promise<string> {
  const { operation } = (await ask(run, 'POST', '/revisions/00000000-0000-4000-8000-0000000000e4/commit')) as never as {
    operation: { id: string }
  }
  for (;;) {
    const { operation: now } = (await ask(run, 'GET', `/operations/${operation.id}`)) as never as {
      operation: { status: string }
    }
    if (isOver(now)) return 'committed'
  }
}

interface SessionsPage {
  readonly sessions: readonly { readonly alias: string }[]
  readonly last_session_id: string | null
}

/** Walks the sessions; a page that is not like the others ends it, in a client with a mistake. */
async function sessions(
  run: Run,
  tolerant: boolean,
  isOver: (page: SessionsPage) => boolean = () => false,
): Promise<string[]> {
  const found: string[] = []
  let start: string | null | undefined
  do {
    try {
      const page = (await ask(run, 'POST', '/workflow/list_sessions', {
        org_id: 'acme',
        ...(start !== undefined && { start_session_id: start }),
      })) as never as SessionsPage
      found.push(...page.sessions.map(({ alias }) => alias))
      if (isOver(page)) return found
      start = page.last_session_id
    } catch (error) {
      if (!tolerant) throw error
      return found
    }
  } while (start !== null)
  return found
}
