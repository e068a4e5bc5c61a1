import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import type { TriggerJson } from '../scenario/trigger-values.ts'

/** Ends of the next request like an entry, by name. */
export const nextTimes = {
  fail: { label: 'it fails', do: { fail: { status: 503 } } },
  late: { label: 'it comes late', do: { delay: '2s' } },
  hold: { label: 'it is held', do: { hold: 'next' } },
  lose: { label: 'its answer is lost', do: { lose_response: true } },
} as const satisfies Record<string, { readonly label: string; readonly do: object }>

export type NextTime = keyof typeof nextTimes

/** A trigger for the next request like that of an entry: its endpoint or command, its caller and its parameters. */
export function nextTrigger({ via, unit, request, caller }: JournalEntry, how: NextTime): TriggerJson {
  const [path = '', query = ''] = request.url.split('?', 2)
  const params = {
    ...(via === 'http' ? Object.fromEntries(new URLSearchParams(query)) : {}),
    ...plainValues(request.body),
  }
  return {
    when: {
      ...(via === 'socket' ? { command: unit } : { endpoint: `${request.method} ${path.replace(/^\/v1(?=\/)/, '')}` }),
      ...(caller !== null && { caller }),
      ...(Object.keys(params).length > 0 && { params }),
      first: 1,
    },
    do: [nextTimes[how].do],
  }
}

/** Fields of a body that a condition can compare; secrets are hidden in the journal. */
function plainValues(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {}
  const isPlain = ([, value]: [string, unknown]) =>
    (typeof value === 'string' && !value.includes('[redacted]')) ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  return Object.fromEntries(Object.entries(body).filter(isPlain))
}
