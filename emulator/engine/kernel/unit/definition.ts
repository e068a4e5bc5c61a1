import type { AssumptionId } from '../../../contract/assumptions.ts'
import type { ClauseId } from '../../../contract/clauses.ts'
import * as v from 'valibot'
import type { Context } from './context.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { BaseRecord } from '../../world/row.ts'
import type { Binary } from './binary.ts'
import { bodyCursorFields, queryCursorFields, type Listing, type PageShape } from '../pages.ts'
import type { FieldRule } from './field-rules.ts'
import { assumed } from './assumed.ts'
import type { Sample } from './sample.ts'
import { unitErrors } from './unit-errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Engine = 'workflow' | 'scheduler'

/** Parameter names of a path: `/blobs/:org_id/:blob_id` gives `org_id | blob_id`. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = Readonly<Record<ParamName<Path>, string>>

type Entries = v.ObjectEntries
type UnitOutput<E extends Entries> = Readonly<v.InferOutput<v.StrictObjectSchema<E, undefined>>>
type Narrowed<Path extends string, P extends Entries> = Omit<Params<Path>, keyof P> & UnitOutput<P>

export type AnyInput = Input<never, never, never, never>

export interface Input<P, Q, B, S> {
  readonly params: P
  readonly query: Q
  /** The JSON body, or the parameters of a command. */
  readonly body: B
  /** Result of `subject`. */
  readonly subject: S
  /** The file of an upload. */
  readonly bytes: Uint8Array
}

/** Input of a request before its shape is checked. */
export interface Early<P> {
  readonly params: P
  /** Reads the fields of the body as they were sent; none where it is no JSON object. */
  readonly raw: () => Readonly<Record<string, unknown>>
}

export type ShapeRules = Record<string, Partial<Record<'missing' | 'wrong', StatementId> & { absent: AssumptionId }>>

type UnitAnswer = Readonly<Record<string, unknown>> | Binary | void

export interface UnitSpec<P, Q, B, S, R extends BaseRecord> {
  /** Short description for the documents, in one or two sentences. */
  readonly summary: string
  /** Clauses that every success of this unit shows; others are cited after the step that decides. */
  readonly clauses: readonly ClauseId[]
  /** Assumptions that the unit's existence or shape rests on. */
  readonly assumptions?: readonly AssumptionId[]
  /** True for an endpoint that exists by assumption only. */
  readonly assumed?: boolean
  readonly page?: PageShape
  /** Fields of the answer beside `status`, for documents and for checking answers. */
  readonly returns?: Entries
  /** True for an answer with its own `status`: the verdict is the payload. */
  readonly verdict?: boolean
  readonly transfer?: 'upload' | 'download'
  /** True for a body with fields of the caller's own, beside those declared. */
  readonly openBody?: boolean
  /** Rules between the fields of the body. */
  readonly rules?: readonly FieldRule[]
  /** The clause by which `alias` in the body must not have the shape of a UUID. */
  readonly aliasRule?: ClauseId
  /** Statements by which a parameter of the path or a field of the body has its shape, is needed, or may be absent. */
  readonly shapeRules?: ShapeRules
  /** Example of the documents: a request that shows the unit at work on the starter world. */
  readonly sample?: Sample
  /** Codes that `subject`, `access` and `handle` refuse with; those of shape and page are derived. */
  readonly errors?: readonly ErrorCode[]
  /** Fields of requests and answers that hold secrets, which no journal shows. */
  readonly secrets?: readonly string[]
  /** Refuses callers to whom the specification refuses any input, before shape and existence are checked. */
  readonly admit?: (input: Early<P>, ctx: Context) => void
  /** Finds the record that the request is about; throws its 404. */
  readonly subject?: (input: Input<P, Q, B, undefined>, ctx: Context) => S
  /** Throws 403 `forbidden` for a caller without the necessary access. */
  readonly access?: (input: Input<P, Q, B, S>, ctx: Context) => void
  /** Checks states (409), then does the work: synchronously, and writes only after all checks. */
  readonly handle: (input: Input<P, Q, B, S>, ctx: Context) => UnitAnswer | Listing<R>
}

export interface EndpointSpec<
  Path extends string,
  PE extends Entries,
  QE extends Entries,
  BE extends Entries,
  S,
  R extends BaseRecord,
> extends UnitSpec<Narrowed<Path, PE>, UnitOutput<QE>, UnitOutput<BE>, S, R> {
  readonly method: Method
  readonly path: Path
  /** Name in generated clients: `get_user`. */
  readonly name?: string
  /** Sets that path parameters are restricted to. */
  readonly params?: PE
  readonly query?: QE
  readonly body?: BE
}

export interface CommandSpec<BE extends Entries, S, R extends BaseRecord> extends UnitSpec<
  Record<never, never>,
  Record<never, never>,
  UnitOutput<BE>,
  S,
  R
> {
  readonly engine: Engine
  readonly name: string
  readonly params: BE
}

type Schema = v.StrictObjectSchema<Entries, undefined>

/** Endpoint or command, as the kernel runs it. */
export interface Unit {
  readonly kind: 'endpoint' | 'command'
  /** Name in triggers, journal and documents: `GET /users/:user_id` or `workflow.list_sessions`. */
  readonly id: string
  /** Name in generated clients, each in the style of its language: `get_user` or `workflow_list_sessions`. */
  readonly name: string
  readonly summary: string
  readonly method: Method
  readonly path: string
  readonly engine: Engine | undefined
  readonly statements: readonly StatementId[]
  readonly assumed: boolean
  readonly paramSchema: Schema | undefined
  readonly querySchema: Schema | undefined
  readonly bodySchema: Schema | v.LooseObjectSchema<Entries, undefined>
  readonly openBody: boolean
  readonly rules: readonly FieldRule[]
  readonly aliasRule: ClauseId | undefined
  readonly shapeRules: ShapeRules | undefined
  readonly page: PageShape | undefined
  readonly returns: Entries
  readonly verdict: boolean
  readonly transfer: 'upload' | 'download' | undefined
  readonly sample: Sample | undefined
  /** Every code that this unit refuses with, in the order of the error table. */
  readonly errors: readonly ErrorCode[]
  readonly secrets: readonly string[]
  readonly admit: ((input: Early<never>, ctx: Context) => void) | undefined
  readonly subject: ((input: Input<never, never, never, never>, ctx: Context) => unknown) | undefined
  readonly access: ((input: Input<never, never, never, never>, ctx: Context) => void) | undefined
  readonly handle: (input: Input<never, never, never, never>, ctx: Context) => unknown
}

/** Declares an endpoint of the REST API. */
export function endpoint<
  const Path extends string,
  S = undefined,
  R extends BaseRecord = BaseRecord,
  PE extends Entries = Record<never, never>,
  QE extends Entries = Record<never, never>,
  BE extends Entries = Record<never, never>,
>(spec: EndpointSpec<Path, PE, QE, BE, S, R>): Unit {
  const cursor = queryCursorFields(spec.page)
  const query = cursor === undefined ? spec.query : { ...spec.query, ...cursor }
  const { method, path } = spec
  const id = `${method} ${path}`
  const name = spec.name ?? id.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  return Object.assign(common(spec as never, spec.body, spec.params, query), {
    kind: 'endpoint' as const,
    id,
    name,
    method,
    path,
    engine: undefined,
  })
}

/** Declares a command of an engine, reachable over HTTP and over the socket with one meaning. */
export function command<BE extends Entries, S = undefined, R extends BaseRecord = BaseRecord>(
  spec: CommandSpec<BE, S, R>,
): Unit {
  const { engine, name } = spec
  return Object.assign(common(spec as never, paramsNotShown(spec)), {
    kind: 'command' as const,
    id: `${engine}.${name}`,
    name: `${engine}_${name}`,
    method: 'POST' as const,
    path: `/${engine}/${name}`,
    engine,
  })
}

/**
 * Marks parameters of a command as given by the first of its assumptions: the specification shows only `cursor`, `limit`
 * and `start_<noun>_id`.
 */
function paramsNotShown({
  params,
  assumptions,
}: Pick<CommandSpec<Entries, never, never>, 'params' | 'assumptions'>): Entries {
  const [source] = assumptions ?? []
  if (source === undefined) return params
  return Object.fromEntries(
    Object.entries(params).map(([name, schema]) => [name, assumed(schema as v.GenericSchema, source)]),
  )
}

/** Fields that endpoints and commands share. */
function common(
  spec: UnitSpec<never, never, never, never, BaseRecord>,
  body?: Entries,
  params?: Entries,
  query?: Entries,
) {
  const { page, openBody = false } = spec
  const paramSchema = params && v.strictObject(params)
  const querySchema = query && v.strictObject(query)
  const entries = { ...body, ...bodyCursorFields(page) }
  const bodySchema = openBody ? v.looseObject(entries) : v.strictObject(entries)
  return {
    summary: spec.summary,
    paramSchema,
    querySchema,
    bodySchema,
    openBody,
    page,
    statements: [...spec.clauses, ...(spec.assumptions ?? [])],
    assumed: spec.assumed ?? false,
    rules: spec.rules ?? [],
    aliasRule: spec.aliasRule,
    shapeRules: spec.shapeRules,
    returns: spec.returns ?? {},
    verdict: spec.verdict ?? false,
    transfer: spec.transfer,
    sample: spec.sample,
    errors: unitErrors(spec.errors ?? [], { paramSchema, querySchema, bodySchema, openBody, page }),
    secrets: spec.secrets ?? [],
    admit: spec.admit as Unit['admit'],
    subject: spec.subject as Unit['subject'],
    access: spec.access as Unit['access'],
    handle: spec.handle as Unit['handle'],
  }
}
