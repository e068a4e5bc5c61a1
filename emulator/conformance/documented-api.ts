import { catalog } from '../catalog.ts'
import { errors, type ErrorCode } from '../contract/errors.ts'
import type { Emulator } from '../index.ts'
import type { Unit } from '../kernel/unit/definition.ts'
import { createUnitRouter } from '../kernel/rest/router.ts'
import { idIn, isIdField } from '../kernel/unspecified/vary-ids.ts'
import type { World } from '../world/world.ts'
import { tables } from '../world/tables/index.ts'
import { Api, type Reply, type RequestOptions } from './suite.ts'
import { hostOf } from '../host/instance-of.ts'

const router = createUnitRouter(catalog)

type Fields = Record<string, unknown>
type Shape = { readonly entries?: Readonly<Record<string, Shape>>; readonly item?: Shape }

/**
 * An API as a client sees it that relies on what is documented: it asks of a success no more than that it is one, takes from a
 * refusal its code, overlooks fields that nobody told it of, and expects no order, and no shape of ids, where none is promised.
 * Through it the cases keep their documented expectations and lose the others.
 */
export class DocumentedApi extends Api {
  readonly #world: World

  constructor(emulator: Emulator) {
    super('http://127.0.0.1:4010/v1', (request) => emulator.fetch(request))
    this.#world = hostOf(emulator).world
  }

  override async request(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const reply = await super.request(method, path, options)
    const unit = router.find(method, path.split('?', 1)[0]!)?.unit
    const body = reply.body as Fields | undefined
    if (body === undefined || unit?.verdict === true) return { ...reply, status: successOf(reply.status) }
    if (body['status'] === 'failure') return { ...reply, status: errors[body['error'] as ErrorCode].status }
    return { ...reply, status: successOf(reply.status), body: unit === undefined ? body : this.#documented(unit, body) }
  }

  #documented(unit: Unit, body: Fields): Fields {
    const known = Object.entries(body).map(([name, value]) => [name, this.#known(name, value, (unit.returns as Shape['entries'])?.[name])])
    const documented = Object.fromEntries(known) as Fields
    const { page } = unit
    if (page === undefined || page.kind === 'record') return documented
    const sign = page.kind === 'opaque' && page.order === 'newest' ? -1 : 1
    const items = (documented[page.items] as { id?: string }[]).toSorted((a, b) => sign * (this.#position(a) - this.#position(b)))
    return { ...documented, [page.items]: items }
  }

  #known(name: string, value: unknown, shape: Shape | undefined): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#known('', item, shape?.item))
    const { entries } = shape ?? {}
    if (entries === undefined || typeof value !== 'object' || value === null) return isIdField(name) ? idIn(this.#world, value) : value
    return Object.fromEntries(Object.entries(value).filter(([field]) => field in entries).map(([field, inner]) => [field, this.#known(field, inner, undefined)]))
  }

  /** Place in order of creation. */
  #position({ id }: { id?: string }): number {
    for (const table of Object.keys(tables)) {
      const row = id === undefined ? undefined : this.#world.table(table)!.row(id)
      if (row !== undefined) return row.seq
    }
    return 0
  }
}

function successOf(status: number): number {
  return status === 201 || status === 202 ? 200 : status
}
