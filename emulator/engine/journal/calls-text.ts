import { UUID } from '../../contract/uuid.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Calls of a run, one a line, and the number of those that the journal no longer keeps. */
export interface ListedCalls {
  readonly calls: readonly string[]
  readonly lost: number
}

/**
 * Lists the calls of a journal, one a line: `GET /users/me x2 500 internal_error, 200`. Ids are named by their role, in order of
 * appearance (`/orgs/<org 1>`), and neighbours that ask the same are one line, so that the text is equal for each seed.
 *
 * @param root path of the API, which is left out: `/v1`
 */
export function listCalls(journal: Journal, root: string): ListedCalls {
  const kept = (journal.entries() as JournalEntry[]).filter(
    ({ request, via }) => request !== null && (via === 'http' || via === 'socket'),
  )
  return { calls: formatCalls(kept, root), lost: journal.verify({}).count - kept.length }
}

function formatCalls(entries: readonly JournalEntry[], root: string): string[] {
  const names = new IdNames(root)
  const lines: { readonly asks: string; readonly outcomes: string[] }[] = []
  for (const entry of entries) {
    const { via, unit, request } = entry
    const asks = via === 'socket' ? (unit ?? request.method) : `${request.method} ${names.replaceIn(request.url, unit)}`
    const last = lines.at(-1)
    if (last?.asks === asks) last.outcomes.push(formatOutcome(entry))
    else lines.push({ asks, outcomes: [formatOutcome(entry)] })
  }
  return lines.map(({ asks, outcomes }) => `${asks} x${outcomes.length} ${joinEqual(outcomes)}`)
}

function formatOutcome({ response, error, delivery }: JournalEntry): string {
  const words = [response?.status, error, delivery].filter((word) => word !== undefined && word !== null)
  return words.length === 0 ? 'no answer' : words.join(' ')
}

/** `500, 500, 200` as `500 (2), 200`. */
function joinEqual(outcomes: readonly string[]): string {
  const runs: { readonly text: string; count: number }[] = []
  for (const text of outcomes) {
    const last = runs.at(-1)
    if (last?.text === text) last.count++
    else runs.push({ text, count: 1 })
  }
  return runs.map(({ text, count }) => (count === 1 || runs.length === 1 ? text : `${text} (${count})`)).join(', ')
}

const uuids = new RegExp(UUID, 'g')

/** Names ids by their role, and numbers them. */
class IdNames {
  readonly #roles = new Map<string, Map<string, number>>()
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  replaceIn(url: string, unit: string | null): string {
    const [path = '', query] = url.split('?', 2)
    const below = path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length) : path
    const pattern = unit?.split(' ')[1]?.split('/') ?? []
    const named = below.split('/').map((part, n, parts) => this.#replace(part, pathRole(pattern[n], parts[n - 1])))
    if (query === undefined) return named.join('/')
    return `${named.join('/')}?${query
      .split('&')
      .map((pair) => pair.replace(/^cursor=.+/, 'cursor=<cursor>'))
      .map((pair) => this.#replace(pair, queryRole(pair)))
      .join('&')}`
  }

  #replace(text: string, role: string): string {
    return text.replaceAll(uuids, (id) => {
      const ids = this.#roles.get(role) ?? new Map<string, number>()
      this.#roles.set(role, ids)
      if (!ids.has(id)) ids.set(id, ids.size + 1)
      return `<${role} ${ids.get(id)}>`
    })
  }
}

/** `:user_id` is a user; `:id` is what the part before it lists: `/api-keys/:id`. */
function pathRole(param: string | undefined, before: string | undefined): string {
  if (param?.startsWith(':') === true && param !== ':id') return param.slice(1).replace(/_id$/, '')
  return before?.replace(/s$/, '') || 'id'
}

/** `start_session_id` is a session. */
function queryRole(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  return name.replace(/^(?:start|last)_/, '').replace(/_?id$/, '') || 'id'
}
