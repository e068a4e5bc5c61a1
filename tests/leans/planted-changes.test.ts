/** Whom sixty planted changes break: the answer of may-change, and of running the consumers under each change. */
import { beforeAll, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { contractStamp } from '../../emulator/contract/stamp.ts'
import { leans, type Run } from '../../emulator/lab/index.ts'
import { nameChanges } from '../../emulator/lab/leans/changes.ts'
import { mayChange, type LeanConsumer } from '../../emulator/lab/leans/may-change.ts'
import { listChanges, type LeanVariant } from '../../emulator/lab/leans/ask-leans.ts'

type Ask = Pick<Run, 'fetch' | 'baseUrl' | 'apiKey'>

// oxlint-disable-next-line typescript/no-explicit-any -- clients take from answers what they expect there
async function call({ fetch, baseUrl, apiKey }: Ask, method: string, path: string, body?: object): Promise<any> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
  const answer = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const read = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${read.error}`)
  return read
}

/** A page that shows its user and the members of an organization. */
async function page(ask: Ask): Promise<object> {
  const { user } = await call(ask, 'GET', '/users/me')
  const { org } = await call(ask, 'GET', '/orgs/acme')
  const { members } = await call(ask, 'GET', '/members/target/org/acme')
  return { title: `${user.name} at ${org.name}`, isOwner: org.role === 'owner', members: members.length }
}

/** A job that counts the objects of a session, page by page. */
async function job(ask: Ask): Promise<number> {
  let count = 0
  for (let cursor: string | undefined | null; cursor !== null;) {
    const body = { session_id: 'run-01', ...(cursor && { cursor }) }
    const answer = await call(ask, 'POST', '/workflow/list_session_objects', body)
    count += answer.objects.length
    cursor = answer.cursor
  }
  return count
}

/** A command that creates an organization, unless it is there, and renames it. */
async function setup(ask: Ask): Promise<string> {
  const isThere = await call(ask, 'GET', '/orgs/new').then(
    () => true,
    ({ message }: Error) => {
      if (message.endsWith('not_found')) return false
      throw new Error(message)
    },
  )
  if (!isThere) await call(ask, 'POST', '/orgs', { alias: 'new', name: 'New' })
  const { org } = await call(ask, 'PATCH', '/orgs/new', { name: 'Newer' })
  return `${isThere ? 'renamed' : 'created'} ${org.alias}`
}

const consumers = { page, job, setup }
type Name = keyof typeof consumers

/** Traces of a run of a consumer: what it prints or throws, and the organizations that it leaves. */
async function observe(name: Name, emulator: Emulator): Promise<string> {
  let calls = 0
  const fetch: typeof emulator.fetch = (...given) => {
    // Some changes make a listing endless.
    if (++calls > 300) throw new Error('endless')
    return emulator.fetch(...given)
  }
  const ask = { fetch, baseUrl: 'http://emulator.test/v1', apiKey: 'svc-key-ada-admin' }
  const ended = await consumers[name](ask).then(JSON.stringify, (error: Error) => `throws ${error.name}`)
  const orgs = emulator.world.orgs.list().map(({ alias, name: shown }) => [alias, shown])
  return JSON.stringify([ended, orgs])
}

let files: LeanConsumer[]
beforeAll(async () => {
  files = []
  for (const [file, run] of Object.entries(consumers)) files.push({ file, lean: await leans(run) })
})

/** Every n-th change to what a consumer met, and some to what none met. */
function plant(): LeanVariant[] {
  const asked = new Set(
    files.flatMap(({ lean }) => [Object.values(lean.leansOn), lean.unnoticed, lean.unshown].flat(2)),
  )
  const all = listChanges(() => true)
  const pick = (some: LeanVariant[], count: number) =>
    some.filter((_, n) => n % Math.floor(some.length / count) === 0).slice(0, count)
  return [
    ...pick(
      all.filter(({ id }) => asked.has(id)),
      54,
    ),
    ...pick(
      all.filter(({ id }) => !asked.has(id)),
      6,
    ),
  ]
}

it('lists the consumers that break if they are run under the change', async () => {
  const planted = plant()
  expect(planted).toHaveLength(60)
  const names = Object.keys(consumers) as Name[]
  const before = new Map<Name, string>()
  for (const name of names) before.set(name, await observe(name, createEmulator()))
  const [told, seen]: [string[], string[]] = [[], []]
  for (const { id, overlay } of planted) {
    const changes = nameChanges([id]).filter((change) => change.id === id)
    const broken = mayChange(changes, files, contractStamp()).filter(({ effects }) => effects[0]!.verdict === 'breaks')
    told.push(`${id}: ${broken.map(({ consumer }) => consumer.file).join(', ')}`)
    const really: string[] = []
    for (const name of names) {
      const after = await observe(name, createEmulator({ settings: overlay.settings! }))
      if (after !== before.get(name)) really.push(name)
    }
    seen.push(`${id}: ${really.join(', ')}`)
  }
  expect(told).toEqual(seen)
  expect(seen.filter((line) => !line.endsWith(': ')).length).toBeGreaterThan(20)
})
