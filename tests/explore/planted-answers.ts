import type { Run } from '../../emulator/lab/index.ts'
import { ask } from './ask.ts'
import type { Pair } from './pair.ts'

/** Checks a definition, and makes it. */
const deploy = (checked: (answer: Response) => Promise<boolean>) => async (run: Run) => {
  const body = { nodes: [{ id: 'fetch', kind: 'task' }], edges: [] }
  const answer = await run.fetch(`${run.baseUrl}/workflow/check_definition`, {
    method: 'POST',
    headers: { 'X-API-Key': run.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
    signal: AbortSignal.timeout(400),
  })
  if (!(await checked(answer))) throw new Error('the definition is not valid')
  await ask(run, 'POST', '/workflow/create_definition', { org_id: 'acme', alias: 'nightly-etl', body })
  return 'deployed'
}

/** Makes an organization, as often as it takes. */
const makeOrg = (times: number) => async (run: Run) => {
  for (let left = times; ; left--) {
    try {
      await ask(run, 'POST', '/orgs', { name: 'Data' })
      return 'made'
    } catch (error) {
      if (left <= 0 || !(error as Error).message.includes('limit_exceeded')) throw error
    }
  }
}

/** Mints a key, and stores it for others. */
const rotate = (shown: (key: { id: string; key: string }) => string) => async (run: Run) => {
  const { api_key: key } = (await ask(run, 'POST', '/api-keys/target/user/build-bot', { role: 'write' })) as never as {
    api_key: { id: string; key: string }
  }
  await ask(run, 'POST', '/credentials/target/org/ada-lab', { name: 'bot', value: key.key }).catch((error: Error) =>
    Promise.reject(new Error(`${shown(key)} is not stored: ${error.message}`)),
  )
  return 'rotated'
}

/** Appends an item with a token of its own, and looks for that before it sends it again. */
const append = (look: boolean) => async (run: Run) => {
  const thread = { session_id: 'run-01', thread_id: 'main' }
  const content = `deployed (${crypto.randomUUID()})`
  const isThere = async () => {
    let cursor: string | undefined
    for (;;) {
      const page = (await ask(run, 'POST', '/workflow/list_session_thread_items', {
        ...thread,
        ...(cursor !== undefined && { cursor }),
      })) as never as { items: { content: string }[]; cursor: string | null }
      if (page.items.some((item) => item.content === content)) return true
      if (page.cursor === null) return false
      cursor = page.cursor
    }
  }
  const send = () => ask(run, 'POST', '/workflow/append_session_thread_item', { ...thread, role: 'user', content })
  await send().catch(async () => {
    if (!look || !(await isThere())) await send()
  })
  return 'appended'
}

/** Labels each blob of an organization. */
const label = (whole: (list: object) => boolean) => async (run: Run) => {
  const list = (await ask(run, 'GET', '/orgs/acme/blobs')) as never as { blobs: { id: string; condition: string }[] }
  if (!whole(list)) throw new Error('the listing may be cut')
  for (const { id } of list.blobs.filter(({ condition }) => condition === 'ready'))
    await ask(run, 'PUT', `/blobs/acme/${id}/metadata/team`, { owner: 'ml' })
  return 'labelled'
}

/** Makes a blob where another is not: it is looked for in a listing, or by its name. */
const ensureBlob = (isThere: (run: Run) => Promise<boolean>) => async (run: Run) => {
  if (await isThere(run)) return 'it is there'
  await ask(run, 'POST', '/blobs/acme', { alias: 'weights-again', type: 'text' })
  return 'it is there'
}

async function isListed(run: Run): Promise<boolean> {
  const { blobs } = (await ask(run, 'GET', '/orgs/acme/blobs')) as never as { blobs: { alias: string }[] }
  return blobs.some(({ alias }) => alias === 'weights')
}

/** Resets a revision; another client may have been first. */
const reset = (isDone: (error: string) => boolean) => (run: Run) =>
  ask(run, 'POST', '/revisions/00000000-0000-4000-8000-0000000000e3/reset')
    .catch((error: Error) => {
      if (!isDone(error.message)) throw error
    })
    .then(() => 'it is ready')

/** Mistakes in reading answers. */
export const answerPairs: readonly Pair[] = [
  {
    mistake: 'takes HTTP 200 for a good verdict',
    found: ['wrong-output', 'verdict'],
    wrong: deploy(async ({ ok }) => ok),
    right: deploy(async (answer) => ((await answer.json()) as { status: string }).status === 'success'),
    only: ['refusal'],
  },
  {
    mistake: 'asks again for ever where a limit is reached',
    found: ['storm', 'refusal:limit_exceeded-lasting'],
    wrong: makeOrg(Infinity),
    right: makeOrg(3),
    only: ['refusal'],
  },
  {
    mistake: 'shows a key that it made in an error',
    found: ['leaked-secret', 'no-answer'],
    wrong: rotate(JSON.stringify),
    right: rotate(({ id }) => id),
    only: ['no-answer'],
  },
  {
    mistake: 'marks what it appends, and does not look for it',
    found: ['wrong-world', 'lost-answer'],
    wrong: append(false),
    right: append(true),
    only: ['lost-answer'],
  },
  {
    mistake: 'works on each record of a listing that is cut',
    found: ['silent-cut', 'silent-cut:GET/orgs/:org_id/blobs'],
    wrong: label(() => true),
    right: label((list) => JSON.stringify(list).length < 900_000),
    only: ['silent-cut'],
  },
  {
    mistake: 'takes for absent what a listing does not hold',
    found: ['silent-cut', 'silent-cut:GET/orgs/:org_id/blobs-before'],
    wrong: ensureBlob(isListed),
    right: ensureBlob((run) => ask(run, 'GET', '/blobs/acme/weights').then(() => true)),
    only: ['silent-cut'],
  },
  {
    mistake: 'takes every conflict for work that is done',
    found: ['wrong-world', 'refusal:blob_not_ready'],
    wrong: reset((error) => /not_failed|not_ready/.test(error)),
    right: reset((error) => error.includes('revision_not_failed')),
    only: ['refusal'],
  },
]
