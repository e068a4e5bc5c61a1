import { isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'
import type { Asked, AskedCaller, AskedHttp } from './asked.ts'
import { findParams, findUnit } from './find-unit.ts'
import type { Observation } from './observation.ts'

/** Something that a run made at the target and that does not go with anything else. */
export interface Created {
  readonly kind: 'organization' | 'account' | 'key'
  /** By which it is deleted: its id, or its alias while the id is not known. */
  reference: string
  readonly alias: string
  /** By whom it was made. */
  readonly by: AskedCaller
}

/** Records that a run made: noted before it is asked for, because an answer can be lost. */
export class CreatedRecords {
  readonly #all: Created[] = []
  readonly #own: ReadonlySet<string>

  /** `own`: ids of the people whose keys were given. */
  constructor(own: ReadonlySet<string>) {
    this.#own = own
  }

  get all(): readonly Created[] {
    return this.#all
  }

  /** Takes note of a request before it is sent. Gives what takes note of its answer. */
  note(asked: Asked): (observation: Observation) => void {
    const unit = findUnit(asked)?.id
    const ignore = (): void => undefined
    if (asked.via === 'socket' || unit === undefined) return ignore
    if (unit === 'POST /orgs') return this.#begin('organization', 'org', asked)
    if (unit === 'POST /users') return this.#begin('account', 'user', asked)
    if (unit === 'POST /api-keys/target/:target/:target_id') return this.#noteKey(asked)
    if (/^DELETE \/(?:orgs|api-keys)\//.test(unit)) return (observation) => this.#gone(asked, observation)
    return ignore
  }

  #begin(kind: Created['kind'], field: string, asked: AskedHttp): (observation: Observation) => void {
    const alias = (shallowJson(String(asked.body)) as { alias?: unknown } | undefined)?.alias
    if (typeof alias !== 'string') return () => undefined
    const isNew = this.#all.every((each) => each.alias !== alias)
    const created: Created = { kind, reference: alias, alias, by: asked.caller }
    if (isNew) this.#all.push(created)
    return (observation) => {
      const id = findId(observation, field)
      if (id !== undefined) created.reference = id
      // A refusal made nothing; of a failed observation nobody knows.
      else if (isNew && observation.kind === 'http' && observation.status >= 400) this.#drop(created)
    }
  }

  /** Keys of organizations and accounts go with these; one of a person stays. */
  #noteKey(asked: AskedHttp): (observation: Observation) => void {
    const { target, target_id: id } = findParams(asked)
    if (target !== 'user' || (id !== 'me' && !this.#own.has(id ?? ''))) return () => undefined
    return (observation) => {
      const key = findId(observation, 'api_key')
      if (key !== undefined) this.#all.push({ kind: 'key', reference: key, alias: key, by: asked.caller })
    }
  }

  #gone(asked: AskedHttp, observation: Observation): void {
    if (observation.kind !== 'http' || observation.status >= 400) return
    const named = Object.values(findParams(asked))[0]
    const created = this.#all.find(({ reference, alias }) => reference === named || alias === named)
    // It is looked for at the end all the same: a service can answer that it deleted something.
    if (created === undefined) return
    this.#drop(created)
    this.#all.push(created)
  }

  #drop(created: Created): void {
    const place = this.#all.indexOf(created)
    if (place >= 0) this.#all.splice(place, 1)
  }
}

function findId(observation: Observation, field: string): string | undefined {
  if (observation.kind !== 'http' || observation.status >= 400) return undefined
  const body = shallowJson(new TextDecoder().decode(observation.bytes))
  const record = isObject(body) ? body[field] : undefined
  return isObject(record) && typeof record['id'] === 'string' ? record['id'] : undefined
}
