import { isObject } from '../../engine/checking/is-object.ts'
import { sentBody, type AskedRequest, type AskedCaller, type AskedHttp } from './asked.ts'
import { findParams, findUnit } from './find-unit.ts'
import { answerFields, type Observation } from './observation.ts'

/** A record that a run made at the target and that is not deleted with another one. */
export interface Made {
  readonly kind: 'organization' | 'account' | 'key'
  /** The id, or the alias while the id is not known. */
  reference: string
  readonly alias: string
  /** The caller that made it. */
  readonly by: AskedCaller
}

/** Records that a run made. A record is noted before the request is sent, because its answer can be lost. */
export class CreatedRecords {
  readonly #all: Made[] = []
  readonly #own: ReadonlySet<string>

  /** `own`: ids of the people whose keys were given. */
  constructor(own: ReadonlySet<string>) {
    this.#own = own
  }

  get all(): readonly Made[] {
    return this.#all
  }

  /** Notes a request before it is sent. Returns a function that notes its answer. */
  note(asked: AskedRequest): (observation: Observation) => void {
    const unit = findUnit(asked)?.id
    const ignore = (): void => undefined
    if (asked.via === 'socket' || unit === undefined) return ignore
    if (unit === 'POST /orgs') return this.#begin('organization', 'org', asked)
    if (unit === 'POST /users') return this.#begin('account', 'user', asked)
    if (unit === 'POST /api-keys/target/:target/:target_id') return this.#noteKey(asked)
    if (/^DELETE \/(?:orgs|api-keys)\//.test(unit)) return (observation) => this.#gone(asked, observation)
    return ignore
  }

  #begin(kind: Made['kind'], field: string, asked: AskedHttp): (observation: Observation) => void {
    const { alias } = sentBody(asked)
    if (typeof alias !== 'string') return () => undefined
    const isNew = this.#all.every((each) => each.alias !== alias)
    const created: Made = { kind, reference: alias, alias, by: asked.caller }
    if (isNew) this.#all.push(created)
    return (observation) => {
      const id = findId(observation, field)
      if (id !== undefined) created.reference = id
      // A refusal made no record; a failed observation may have made one.
      else if (isNew && observation.kind === 'http' && observation.status >= 400) this.#drop(created)
    }
  }

  /** Notes a key of a person. Keys of organizations and accounts are deleted with these. */
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
    // Kept in the list: clean-up checks that the record is really gone.
    if (created === undefined) return
    this.#drop(created)
    this.#all.push(created)
  }

  #drop(created: Made): void {
    const place = this.#all.indexOf(created)
    if (place >= 0) this.#all.splice(place, 1)
  }
}

function findId(observation: Observation, field: string): string | undefined {
  if (observation.kind !== 'http' || observation.status >= 400) return undefined
  const record = answerFields(observation)[field]
  return isObject(record) && typeof record['id'] === 'string' ? record['id'] : undefined
}
