import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { catalog } from '../../emulator/service/catalog.ts'
import { errorFacts, type ErrorCode } from '../../emulator/contract/errors.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { template } from '../../emulator/host/documents/names.ts'
import { openApi, openRpc } from '../../emulator/host/documents.ts'
import type { KeptExchange } from '../../emulator/engine/journal/entry.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import { findHeader } from '../../emulator/engine/kernel/wire.ts'

/** Validates answers against the two documents alone. */
export class Documents {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  readonly #api = openApi(catalog) as Json & { paths: Record<string, Record<string, Operation>> }
  readonly #rpc = openRpc(catalog) as Json & {
    methods: { name: string; errors: { code: number; data: { error: { enum: string[] } } }[] }[]
  }
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor() {
    this.#ajv.addSchema({ $id: 'api', ...this.#api })
    this.#ajv.addSchema({ $id: 'rpc', ...this.#rpc })
  }

  /** Problems of an answer; undefined for an undocumented one: OPTIONS, or an unknown path. */
  problems(entry: KeptExchange): string[] | undefined {
    const { response, failure, request, via, triggers } = entry
    const unit = catalog.find(({ id }) => id === entry.unit?.id)
    if (
      unit === undefined ||
      response === undefined ||
      triggers.length > 0 ||
      request.method === 'OPTIONS' ||
      request.method === 'HEAD'
    )
      return undefined
    if (via === 'socket') return this.callProblems(unit, JSON.parse(response.body as string) as Json)
    const text = findHeader(response.headers, 'x-response-body') ?? response.body
    const answer: unknown = JSON.parse(text as string)
    if (failure === undefined || unit.errors.includes(failure.code as ErrorCode))
      return this.answerProblems(unit, response.status, answer)
    return isForAny(failure.code as ErrorCode)
      ? this.answerProblems(unit, 'default', answer)
      : [`${unit.id}: the error ${failure.code} is not documented`]
  }

  /** Problems of an answer with any status: one that the document does not name is another success, or any refusal. */
  openProblems(unit: Unit, status: number, answer: unknown): string[] {
    const known =
      status in this.#api.paths[this.#path(unit)]![unit.method.toLowerCase()]!.responses
        ? status
        : status < 300
          ? 200
          : 'default'
    return this.answerProblems(unit, known, answer)
  }

  answerProblems(unit: Unit, status: number | 'default', answer: unknown): string[] {
    return this.#check(this.#pointer(unit, status), answer, `${unit.id} ${status}`)
  }

  /** Problems of an answer to a call; a varied error keeps none of its details. */
  openCallProblems(unit: Unit, { result, error }: Json): string[] {
    const position = this.#rpc.methods.findIndex(({ name }) => name === unit.id)
    if (error === undefined) return this.#check(`rpc#/methods/${position}/result/schema`, result, unit.id)
    const { data } = error as { data?: { error?: unknown } }
    return typeof data?.error === 'string' ? [] : [`${unit.id}: an error without a code in ${JSON.stringify(error)}`]
  }

  /** Problems of an answer to a call, of which an error has one of the documented codes. */
  callProblems(unit: Unit, answer: Json): string[] {
    const { error } = answer
    if (error === undefined) return this.openCallProblems(unit, answer)
    const position = this.#rpc.methods.findIndex(({ name }) => name === unit.id)
    const { code, data } = error as { code: number; data?: { error?: ErrorCode } }
    const known = this.#rpc.methods[position]!.errors.find((each) => each.code === code)
    const own = data?.error !== undefined && known?.data.error.enum.includes(data.error) === true
    return own || isForAny(data?.error)
      ? []
      : [`${unit.id}: the error ${data?.error} with code ${code} is not documented`]
  }

  #path(unit: Unit): string {
    const shape = template(unit.path).replace(/\{\w+\}/g, '{}')
    return Object.keys(this.#api.paths).find((each) => each.replace(/\{\w+\}/g, '{}') === shape)!
  }

  /** Path of the answer's schema in the OpenAPI document. */
  #pointer(unit: Unit, status: number | 'default'): string {
    const path = this.#path(unit)
    const method = unit.method.toLowerCase()
    const operation = `api#/paths/${encoded(path)}/${method}/responses/${status}`
    const response = this.#api.paths[path]![method]!.responses[status]
    if (response === undefined) throw new Error(`${unit.id} documents no response ${status}`)
    if (response.$ref !== undefined) return `api${response.$ref}/content/${encoded('application/json')}/schema`
    if (response.headers !== undefined)
      return `${operation}/headers/X-Response-Body/content/${encoded('application/json')}/schema`
    return `${operation}/content/${encoded('application/json')}/schema`
  }

  #check(pointer: string, value: unknown, what: string): string[] {
    let validate = this.#compiled.get(pointer)
    if (validate === undefined) this.#compiled.set(pointer, (validate = this.#ajv.compile({ $ref: pointer })))
    return validate(value)
      ? []
      : [`${what}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`]
  }
}

/** True for a code that any request may be refused with: such an answer matches the `default` response. */
function isForAny(code: ErrorCode | undefined): boolean {
  return code !== undefined && errorFacts(code).anyRequest === true
}

interface Operation {
  readonly responses: Record<string, { readonly $ref?: string; readonly headers?: Json }>
}

function encoded(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
