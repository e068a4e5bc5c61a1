import type { Caller } from '../kernel/caller.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Unit } from '../kernel/unit/definition.ts'
import type { Exchange } from '../kernel/exchange.ts'
import { BASE } from '../kernel/rest/http.ts'
import { differences } from '../format/expect.ts'
import type { When } from './schema.ts'
import { asSpelled } from './sent-params.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a request is one that a trigger is about. `sent` gives what the request was given. */
export type About = (exchange: Exchange, sent: () => Values) => boolean

type Test = (argument: never) => About

/** What selects requests; `nth`, `every`, `first`, numbers `between` and `probability` then select among those. */
const tests: { readonly [W in keyof When]?: Test } = {
  endpoint: (text: string) => endpointTest(text),
  command: (text: string) => commandTest(text),
  via: (via: string) => (exchange) => exchange.via === via,
  caller: (user: string) => ({ identified }) => isCaller(identified) && (identified.user.alias === user || identified.user.id === user),
  between: ([from, to]: readonly (string | number)[]) => timeTest(from!, to!),
  params: (wanted: Values) => (_, sent) => differences(asSpelled(wanted, sent()), sent()).length === 0,
}

/** The test that a `when` stands for; cheap parts first, so that a body is read only where it decides. */
export function aboutOf(when: When): About {
  const all = (Object.keys(tests) as (keyof When)[]).filter((word) => when[word] !== undefined).map((word) => tests[word]!(when[word] as never))
  return (exchange, sent) => all.every((test) => test(exchange, sent))
}

/** Whether the `matched`-th request is one that the trigger acts on, chance apart. */
export function isDue({ nth, every, first, between }: When, matched: number): boolean {
  if (nth !== undefined && matched !== nth) return false
  if (every !== undefined && matched % every !== 0) return false
  if (first !== undefined && matched > first) return false
  const [from, to] = between ?? []
  return typeof from !== 'number' || (matched >= from && matched <= (to as number))
}

function isCaller(identified: Caller | ApiError | undefined): identified is Caller {
  return identified !== undefined && !(identified instanceof ApiError)
}

function timeTest(from: string | number, to: string | number): About {
  if (typeof from === 'number') return () => true
  const start = Date.parse(from)
  const end = Date.parse(String(to))
  return ({ world }) => world.now >= start && world.now < end
}

function commandTest(text: string): About {
  if (text === '*') return ({ unit }) => unit?.kind === 'command'
  const engine = text.endsWith('.*') ? text.slice(0, -2) : undefined
  return ({ unit }) => (engine === undefined ? unit?.id === text : unit?.engine === engine)
}

/** A path matches as written; where it has `:names`, every request to the route, whatever its parameters are called. */
function endpointTest(text: string): About {
  const [method = '*', path] = text === '*' ? [] : text.split(' ')
  const wanted = path?.split('/')
  return ({ via, unit, request }) => {
    if (via !== 'http' || unit === undefined) return false
    if (method !== '*' && unit.method !== method) return false
    return wanted === undefined || fits(wanted, unit, request.url)
  }
}

function fits(wanted: readonly string[], unit: Unit, url: string): boolean {
  const route = unit.path.split('/')
  if (route.length !== wanted.length) return false
  const sent = url.split('?', 1)[0]!.slice(BASE.length).split('/')
  return wanted.every((segment, i) => (segment.startsWith(':') ? route[i]!.startsWith(':') : decoded(segment) === decoded(sent[i]!)))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
