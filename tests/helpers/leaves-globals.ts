/** Fails a test file that leaves a global changed, as msw does while it listens: files share a worker. */
import http from 'node:http'
import https from 'node:https'
import { afterAll } from 'vitest'

const replaceable: Readonly<Record<string, object>> = { globalThis, 'node:http': http, 'node:https': https }

/** Functions and values by name. Node makes some lazily: until then those are getters. */
function globals(): Map<string, unknown> {
  return new Map(
    Object.entries(replaceable).flatMap(([holder, object]) =>
      Object.entries(Object.getOwnPropertyDescriptors(object))
        // Globals of vitest.
        .filter(([name, { get }]) => get === undefined && !name.startsWith('__'))
        .map(([name, { value }]): [string, unknown] => [`${holder}.${name}`, value]),
    ),
  )
}

const before = globals()
const known = new Set(
  Object.entries(replaceable).flatMap(([holder, object]) =>
    Object.getOwnPropertyNames(object).map((name) => `${holder}.${name}`),
  ),
)

afterAll(() => {
  const after = globals()
  const left = [
    ...[...before.keys()].filter((name) => !Object.is(after.get(name), before.get(name))),
    ...[...after.keys()].filter((name) => !known.has(name)),
  ]
  if (left.length > 0)
    throw new Error(`this file leaves globals changed for those that share its worker: ${left.join(', ')}`)
})
