import { catalog } from '../../emulator/service/catalog.ts'
import { errors, isAssumedCode, type ErrorCode } from '../../emulator/contract/errors.ts'
import type { Emulator } from '../../emulator/index.ts'
import { findAssumptions } from '../../emulator/engine/kernel/unit/assumed.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import { createUnitRouter } from '../../emulator/engine/kernel/rest/router.ts'
import { storedId, isIdField } from '../../emulator/engine/world/vary-ids.ts'
import { Api, type Reply, type RequestOptions } from './api.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'

const router = createUnitRouter(catalog)
const BASE_URL = 'http://127.0.0.1:4010/v1'

type Fields = Record<string, unknown>
type Shape = { readonly entries?: Readonly<Record<string, Shape>>; readonly item?: Shape }

/**
 * An API as seen by a client that relies on documented behaviour only: it takes a success as such, the code of a
 * refusal, and expects no order or id format that is not promised. Fields that only assumptions give may be missing: it
 * takes them from the answer of a twin without `vary`, unless a given field contradicts that. With it, cases keep their
 * documented expectations and lose the others.
 */
export class DocumentedApi extends Api {
  readonly #emulator: Emulator

  constructor(emulator: Emulator) {
    super(BASE_URL, (request) => emulator.fetch(request))
    this.#emulator = emulator
  }

  override async request(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    // A fault that cuts the connection also cuts that of the twin: nothing can be filled in.
    const plain = await this.#twin()
      .request(method, path, options)
      .catch(() => undefined)
    const reply = await super.request(method, path, options)
    const unit = router.find(method, path.split('?', 1)[0]!)?.unit
    const body = reply.body as Fields | undefined
    if (body === undefined)
      return {
        ...reply,
        status: toSuccess(reply.status),
        headers: this.#documentedHeaders(unit, reply.headers, plain?.headers),
      }
    if (body['status'] === 'failure' && unit?.verdict !== true) return documentedRefusal(reply, plain)
    if (unit === undefined) return { ...reply, status: toSuccess(reply.status) }
    return {
      ...reply,
      status: toSuccess(reply.status),
      body: this.#documented(unit, body, (plain?.body ?? {}) as Fields),
    }
  }

  /** The world without `vary`, limited to as much as `vary` may read. */
  #twin(): Api {
    const twin = this.#emulator.fork()
    const { world } = hostOf(twin)
    const { settings } = world
    world.settings = {
      ...settings,
      unspecified: 'allow',
      default_limit: settings.maximum_limit,
      unpaginated_bytes: Math.ceil(settings.unpaginated_bytes * 1.5),
    }
    return new Api(BASE_URL, (request) => twin.fetch(request))
  }

  #documented(unit: Unit, body: Fields, plain: Fields): Fields {
    const mayBeMissing = Object.entries(plain).filter(
      ([name]) => unit.returns[name] !== undefined && findAssumptions(unit.returns[name] as never) !== undefined,
    )
    return Object.fromEntries(
      Object.entries({ ...Object.fromEntries(mayBeMissing), ...body }).map(([name, value]) => {
        const shape = (unit.returns as Shape['entries'])?.[name]
        if (Array.isArray(value))
          return [name, this.#list(value, shape?.item, plain[name], unit.page?.kind === 'record')]
        return [name, this.#record(name, value, shape, plain[name])]
      }),
    )
  }

  /** The envelope of a file is in a header. */
  #documentedHeaders(unit: Unit | undefined, headers: Headers, plain: Headers | undefined): Headers {
    const [varied, whole] = [headers, plain].map((each) => each?.get('x-response-body') ?? undefined)
    if (unit === undefined || varied === undefined || whole === undefined) return headers
    const found = this.#documented(unit, JSON.parse(varied) as Fields, JSON.parse(whole) as Fields)
    const documented = new Headers(headers)
    if (agreesWith(found)(JSON.parse(whole))) documented.set('x-response-body', whole)
    return documented
  }

  /** A page holds a prefix of the twin's page, in any order unless one is promised. */
  #list(items: unknown[], shape: Shape | undefined, plain: unknown, inOrder: boolean): unknown[] {
    const known = items.map((item) => this.#known('', item, shape))
    const candidates = Array.isArray(plain) ? (plain as unknown[]).slice(0, items.length) : []
    const fits = known
      .slice(0, LOOKED_AT)
      .every((item, position) => (inOrder ? agreesWith(item)(candidates[position]) : candidates.some(agreesWith(item))))
    return fits && candidates.length === items.length ? candidates : known
  }

  #record(name: string, value: unknown, shape: Shape | undefined, plain: unknown): unknown {
    const known = this.#known(name, value, shape)
    return shape?.entries !== undefined && agreesWith(known)(plain) ? plain : known
  }

  /** A record without undocumented fields, with stored ids. */
  #known(name: string, value: unknown, shape: Shape | undefined): unknown {
    const { entries } = shape ?? {}
    const stored = (field: string, inner: unknown) =>
      isIdField(field) ? storedId(hostOf(this.#emulator).world, inner) : inner
    if (entries === undefined || typeof value !== 'object' || value === null) return stored(name, value)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([field]) => field in entries)
        .map(([field, inner]) => [field, stored(field, inner)]),
    )
  }
}

/** A refusal with the twin's code if no sentence names the code, and with fields of its limit that may be missing. */
function documentedRefusal(reply: Reply, plain: Reply | undefined): Reply {
  const body = reply.body as Fields
  const whole = (plain?.body ?? {}) as Fields
  const isNamed = Object.hasOwn(errors, body['error'] as string) && !isAssumedCode(body['error'] as ErrorCode)
  const error = (isNamed || whole['error'] === undefined ? body['error'] : whole['error']) as ErrorCode
  const limits = [body['limit'], whole['limit']] as (Fields | undefined)[]
  const limit = limits[0]?.['name'] === limits[1]?.['name'] ? limits[1] : limits[0]
  return { ...reply, status: errors[error].status, body: { ...body, error, ...(limit !== undefined && { limit }) } }
}

/** Maximum of list items that are compared. */
const LOOKED_AT = 200

/** Compares candidates with the known fields; thousands of candidates are compared with one value. */
function agreesWith(known: unknown): (candidate: unknown) => boolean {
  if (typeof known !== 'object' || known === null) return (candidate) => candidate === known
  const entries = Object.entries(known)
  return (candidate) =>
    typeof candidate === 'object' &&
    candidate !== null &&
    entries.every(([name, value]) => name === 'key_prefix' || same((candidate as Fields)[name], value))
}

function same(one: unknown, other: unknown): boolean {
  return (
    one === other ||
    (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
  )
}

function toSuccess(status: number): number {
  return status === 201 || status === 202 ? 200 : status
}
