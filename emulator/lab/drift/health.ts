import { isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import type { AskedRequest } from './asked.ts'
import { findUnit } from './find-unit.ts'
import { answerFields, INTERNAL_ERROR, type HttpObservation, type Observation } from './observation.ts'

/** Answers in a row that are looked at together. */
const WINDOW = 20

/** Kinds of answers by which a service is ill: the first is what most of one kind say. */
type Symptom = '5xx' | '429' | 'no envelope' | 'no answer'

interface SeenSymptom {
  readonly symptom: Symptom | undefined
  readonly status: number
}

/** Notices that a service is ill: most of its answers in a row show nothing about the API. */
export class Health {
  readonly #last: SeenSymptom[] = []
  #ill: string | undefined

  /** One sentence, once the service is ill. */
  get ill(): string | undefined {
    return this.#ill
  }

  note(asked: AskedRequest, observation: Observation): void {
    if (observation.kind === 'failed' && observation.cause === 'budget') return
    this.#last.push(see(asked, observation))
    if (this.#last.length > WINDOW) this.#last.shift()
    if (this.#last.length === WINDOW) this.#ill ??= describe(this.#last)
  }
}

function describe(last: readonly SeenSymptom[]): string | undefined {
  const of = (fits: (seen: SeenSymptom) => boolean): number => last.filter(fits).length
  const isMajority = (count: number): boolean => count > last.length / 2
  const count = (symptom: Symptom): number => of((seen) => seen.symptom === symptom)
  const all = of(({ symptom }) => symptom !== undefined)
  if (!isMajority(all)) return undefined
  const share = (number: number): string => `${number} of ${last.length} requests`
  if (isMajority(count('5xx'))) return `the service answers ${commonStatus(last)} to ${share(count('5xx'))}`
  if (isMajority(count('429'))) return `the service answers 429 to ${share(count('429'))}`
  if (isMajority(count('no answer'))) return `the service gives no whole answer to ${share(count('no answer'))}`
  return `the service gives no answer of the API to ${share(all)}`
}

/** The most frequent status of server errors. */
function commonStatus(last: readonly SeenSymptom[]): number {
  const statuses = last.flatMap(({ symptom, status }) => (symptom === '5xx' ? [status] : []))
  const count = (status: number): number => statuses.filter((each) => each === status).length
  return statuses.toSorted((a, b) => count(b) - count(a))[0]!
}

function see(asked: AskedRequest, observation: Observation): SeenSymptom {
  if (observation.kind === 'http') return { symptom: findSymptom(asked, observation), status: observation.status }
  if (observation.kind === 'socket') {
    const { error } = answerFields(observation) as { error?: { code?: unknown } | null }
    return error?.code === INTERNAL_ERROR ? { symptom: '5xx', status: 500 } : { symptom: undefined, status: 0 }
  }
  const { cause, answer: { status = 0 } = {} } = observation
  if (cause === 'unauthenticated') return { symptom: undefined, status }
  if (cause === 'rate limit') return { symptom: '429', status }
  if (cause === 'gateway' || cause === 'redirect') return { symptom: status >= 500 ? '5xx' : 'no envelope', status }
  return { symptom: 'no answer', status }
}

function findSymptom(asked: AskedRequest, answer: HttpObservation): Symptom | undefined {
  if (answer.status >= 500) return '5xx'
  return isOfApi(asked, answer) ? undefined : 'no envelope'
}

/**
 * True for an answer that may be one of the API, by one of its marks: a service that breaks a sentence about the
 * envelope is still the service.
 */
export function isOfApi(asked: AskedRequest, { status, headers, bytes }: HttpObservation): boolean {
  const unit = findUnit(asked)
  if (status === 204 || 'x-response-body' in headers || unit?.transfer === 'download') return true
  const body = shallowJson(new TextDecoder().decode(bytes))
  if (!isObject(body)) return false
  if (typeof body['status'] === 'string' || isCode(body['error'])) return true
  return Object.keys(body).length === 0 || Object.keys(unit?.returns ?? {}).some((name) => name in body)
}

/** True for a text in the form of an error code. Gateways answer titles: "Not Found". */
export function isCode(error: unknown): boolean {
  return typeof error === 'string' && /^[a-z][a-z0-9_]*$/.test(error)
}
