import { isObject } from '../../../emulator/engine/checking/is-object.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A trigger as a sentence: `Fail the next 2 POST /orgs with 503`. `matched`: requests that it has counted. `shown`
 * replaces ids by aliases.
 */
export function triggerSentence(
  trigger: Readonly<Record<string, unknown>>,
  matched = 0,
  shown: (text: string) => string = (text) => text,
): string {
  const when = asObject(trigger['when'])
  const given = trigger['do']
  const actions = (Array.isArray(given) ? given : [given]).map(asObject)
  const subject = shown(formatSubject(when, matched))
  const done = actions.map((action, index) => formatAction(action, index === 0 ? subject : 'it'))
  const text = done.filter(Boolean).join(', then ')
  return text === ''
    ? 'Does nothing yet'
    : shown(`${text[0]!.toUpperCase()}${text.slice(1)}${formatAfter(when, actions)}`)
}

/** Requests that a trigger is about: `the next 2 POST /orgs by ben`. */
function formatSubject(when: Values, matched: number): string {
  const { caller, copy, params, via, above, probability, between } = when
  const among = Object.entries(asObject(params)).map(([name, value]) => `${name} ${asText(value)}`)
  return [
    typeof probability === 'number' ? `${Math.round(probability * 1e4) / 100} % of` : '',
    formatCount(when, matched),
    formatUnit(when),
    via === undefined ? '' : `over ${via === 'socket' ? 'a socket' : 'HTTP'}`,
    caller === undefined ? '' : `by ${asText(caller)}`,
    copy === undefined ? '' : `of copy ${asText(copy)}`,
    among.length === 0 ? '' : `with ${among.join(' and ')}`,
    above === undefined ? '' : `beyond ${asText(above)}`,
    Array.isArray(between) && typeof between[0] === 'string' ? `from ${between[0]} until ${asText(between[1])}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function formatCount({ nth, every, first, between }: Values, matched: number): string {
  if (typeof nth === 'number') return `the ${ordinal(nth)}`
  if (Array.isArray(between) && typeof between[0] === 'number')
    return `the ${ordinal(between[0])} to ${ordinal(Number(between[1]))}`
  if (typeof first === 'number') {
    const left = first - matched
    const [which, count] = left > 0 ? ['next', left] : ['first', first]
    return count === 1 ? `the ${which}` : `the ${which} ${count}`
  }
  return typeof every === 'number' ? `every ${ordinal(every)}` : 'every'
}

function formatUnit({ endpoint, command }: Values): string {
  const unit = asText(endpoint ?? command ?? '*')
  if (unit !== '*') return unit
  return endpoint === undefined && command !== undefined ? 'call' : 'request'
}

/** Verb phrases of faults and changes; others are told by their names. */
const phrases: Readonly<Record<string, (subject: string, argument: unknown) => string>> = {
  fail: (subject, argument) => {
    const { status, error } = asObject(argument)
    return `fail ${subject} with ${asText(status ?? (error || '…'))}`
  },
  delay: (subject, time) => `delay ${subject} by ${formatDelay(time)}`,
  lose_response: (subject) => `lose the answer to ${subject}`,
  drop: (subject) => `drop the connection of ${subject}`,
  reset: (subject) => `reset the connection of ${subject}`,
  truncate: (subject, argument) => {
    const { bytes } = asObject(argument)
    return `cut the answer to ${subject} ${bytes === undefined ? 'in half' : `after ${asText(bytes)} bytes`}`
  },
  empty: (subject) => `empty the answer to ${subject}`,
  malformed: (subject) => `spoil the answer to ${subject}`,
  slow: (subject, argument) =>
    `slow the answer to ${subject} down to ${asText(asObject(argument)['bytes_per_second'] ?? '…')} bytes a second`,
  stall: (subject) => `stall the answer to ${subject} after half of it`,
  close: (subject, argument) => `close the socket of ${subject} with code ${asText(asObject(argument)['code'] ?? '…')}`,
  abort: (subject) => `abort the socket of ${subject}`,
  duplicate: (subject) => `send the answer to ${subject} twice`,
  reorder: (subject) => `send the answer to ${subject} out of order`,
  unknown_id: (subject) => `answer ${subject} under an unknown id`,
  hold: (subject, name) => `hold ${subject}${name === true ? '' : ` at ${asText(name)}`}`,
  under: (subject, rules) => `answer ${subject} under ${Object.keys(asObject(rules)).join(' and ') || 'rules'}`,
  stale: (subject, time) => `answer ${subject} as it was ${asText(time)} ago`,
  insert: (subject, records) => `at ${subject}, add ${formatTables(records)}`,
  update: (subject, records) => `at ${subject}, change ${formatTables(records)}`,
  delete: (subject, records) => `at ${subject}, delete ${formatTables(records)}`,
  fail_operation: (subject) => `at ${subject}, let its operation fail`,
  advance: (subject, time) => `at ${subject}, move world time ahead by ${asText(time)}`,
}

function formatAction(action: Values, subject: string): string {
  const [name, argument] = Object.entries(action)[0] ?? []
  return name === undefined ? '' : formatPhrase(name, subject, argument)
}

/** Describes faults at an answer: `delayed by 2 s, cut the answer to the request in half`. */
export function describeFaults(faults: readonly object[]): string {
  const did = faults.flatMap(Object.entries).map(([name, argument]: [string, unknown]) => {
    if (name !== 'delay') return formatPhrase(name, 'the request', argument)
    return `delayed by ${formatDelay(argument)}`
  })
  return did.join(', ')
}

/** Formats an action at a subject: `fail the next request with 503`. */
export function formatPhrase(name: string, subject: string, argument: unknown): string {
  return phrases[name]?.(subject, argument) ?? `at ${subject}, ${name.replaceAll('_', ' ')}`
}

/** Work that was done all the same is worth saying where the fault does not say it. */
function formatAfter({ at }: Values, actions: readonly Values[]): string {
  return at === 'after' && actions.every((action) => !('lose_response' in action)) ? ', after its work is done' : ''
}

function formatDelay(time: unknown): string {
  if (typeof time === 'number') return `${time} ms`
  const text = asText(time).replaceAll(/(\d)([a-z])/g, '$1 $2')
  const [usual, rare] = text.split('~')
  if (rare !== undefined) return `${usual} (p99 ${rare})`
  return text.replace('..', ' to ')
}

function formatTables(records: unknown): string {
  const tables = Object.entries(asObject(records)).map(([table, named]) =>
    typeof named === 'string' ? `${table} ${named}` : table,
  )
  return tables.join(' and ') || 'records'
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

function asObject(value: unknown): Values {
  return isObject(value) ? value : {}
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '…' : JSON.stringify(value)
}
