import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { drift } from '../../emulator/lab/drift/drift.ts'
import { pull } from '../../emulator/lab/pull/pull.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import type { Target } from '../../emulator/scenario/targets/target.ts'
import { filesWith } from '../helpers/code.ts'

const KEY = 'svc-key-ada-admin'
const AGAIN = 'again'

/** The last field of each kind of page, and the field of a request that takes its value. */
const kinds = [
  { table: 'sessions', unit: 'workflow.list_sessions', shown: 'last_session_id', sent: 'start_session_id' },
  { table: 'revisions', unit: 'GET /blobs/:org_id/:blob_id/revisions', shown: 'cursor', sent: 'cursor' },
] as const
type Kind = (typeof kinds)[number]

/** Ways in which a listing breaks off, by the cursor of each of its pages. */
const ends = [
  [AGAIN, 'its cursor repeats after 2 pages'],
  ['', 'its cursor is empty after 1 page'],
  [undefined, 'its cursor is missing after 1 page'],
] as const

/** A service whose listings of one kind give their first page, whatever is asked, with this cursor. */
function broken({ unit, shown, sent }: Kind, cursor: string | undefined): Pick<Target, 'name' | 'request' | 'connect'> {
  const inner = new InProcessTarget(createEmulator({ seed: 9 }))
  const calls = new Set<unknown>()
  const change = (page: Record<string, unknown>): void => {
    if (shown in page) page[shown] = cursor
  }
  return {
    name: 'https://service.example/v1',
    async request(request) {
      const path = request.path.replace(new RegExp(String.raw`(?<=[?&])${sent}=[^&]*`), '')
      const answer = await inner.request({ ...request, path })
      if (!unit.startsWith('GET') || !path.includes('/revisions') || answer.status !== 200) return answer
      const body = JSON.parse(new TextDecoder().decode(answer.bytes)) as Record<string, unknown>
      change(body)
      return { ...answer, bytes: new TextEncoder().encode(JSON.stringify(body)) }
    },
    async connect(credentials, events) {
      const wire = await inner.connect(credentials, {
        ...events,
        text(text) {
          const answer = JSON.parse(text) as { id: unknown; result?: Record<string, unknown> }
          if (calls.has(answer.id) && answer.result !== undefined) change(answer.result)
          events.text(JSON.stringify(answer))
        },
      })
      const send = (text: string): void => {
        const call = JSON.parse(text) as { id: unknown; method: string; params: Record<string, unknown> }
        if (call.method === unit) {
          calls.add(call.id)
          delete call.params[sent]
        }
        wire.send(JSON.stringify(call))
      }
      return { ...wire, send }
    },
  }
}

/** Commands that follow listings of a service, and what each says of one. */
const doors: Readonly<Record<string, (kind: Kind, target: ReturnType<typeof broken>) => Promise<unknown>>> = {
  async pull({ table }, target) {
    let time = 0
    const wait = async (ms: number): Promise<void> => void (time += ms)
    const { tables } = await pull({ target, apiKey: KEY, org: 'acme', name: 'acme', wait, now: () => time })
    return tables.find((each) => each.table === table)!.state
  },
  async drift({ unit }, target) {
    const [http, call] = unit.startsWith('GET') ? ['GET /blobs/acme/weights/revisions', undefined] : [undefined, unit]
    const step = http === undefined ? { call, params: { org_id: 'acme' } } : { http }
    const scenario = { scenario: 1, name: 'listing', as: 'main', steps: [{ as: 'main', ...step }] }
    let time = 0
    const { leftOut } = await drift({
      target,
      apiKeys: { main: KEY },
      from: [{ name: 'listing', scenario, leftOut: [] } as never],
      probes: false,
      now: () => time,
      wait: async (ms) => void (time += ms),
    })
    return leftOut.join('\n')
  },
}

describe.each(Object.entries(doors))('%s', (_, ask) => {
  it.each(kinds.flatMap((kind) => ends.map(([cursor, why]) => ({ ...kind, cursor, why }))))(
    'says of $unit that $why',
    async ({ cursor, why, ...kind }) => {
      expect(await ask(kind, broken(kind, cursor))).toContain(why)
    },
  )
})

/** Files that read the cursor of a page, and for what. */
const readers: Readonly<Record<string, string>> = {
  'emulator/host/documents/answer-shape.ts': 'describes it',
  'emulator/host/documents/pages.ts': 'describes it',
  'emulator/lab/audit/judge-answer.ts': 'judges one page',
  'emulator/lab/drift/ask-twin.ts': 'follows the listing of the twin, which is an emulator in this process',
  'emulator/lab/drift/compare/compare-answers.ts': 'compares one page',
  'emulator/lab/drift/compare/listings.ts': 'compares one page',
  'emulator/lab/drift/exchange-cases.ts': 'notes what was asked',
  'emulator/lab/drift/facts/pages.ts': 'notes what was seen',
  'emulator/lab/drift/follow-pages.ts': 'the rule',
  'emulator/lab/explore/shown-records-only.ts': 'judges one page',
  'emulator/scenario/schema-step-parts.ts': 'shows an example',
}

const reads =
  /\[['"]cursor['"]\]|\b\w+\.cursor\b|`(?:last|start)_\$\{|\b(?:last|start)_(?:session|execution|schedule)_id\b/
const folders = ['cli', 'inspector/src', 'emulator/host', 'emulator/scenario', 'emulator/lab', 'emulator/adapters']

it('no other file reads the cursor of a page', () => {
  expect(filesWith(reads, ...folders)).toEqual(Object.keys(readers))
})

it.each(['body.cursor', "fields['cursor']", 'page.last_session_id', '{ start_execution_id: next }'])(
  'a file with `%s` is found',
  (code) => expect(code).toMatch(reads),
)

it('listings of services are followed by `followPages` alone', () => {
  const callers = [
    'emulator/lab/drift/follow-pages.ts',
    'emulator/lab/drift/play-probe.ts',
    'emulator/lab/pull/reader.ts',
  ]
  expect(filesWith(/\bfollowPages\(/, ...folders)).toEqual(callers)
})
