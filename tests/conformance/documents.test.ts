import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import { errorFacts, type ErrorCode } from '../../emulator/contract/errors.ts'
import { examplesFor } from '../../emulator/host/examples.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { template } from '../../emulator/host/documents/names.ts'
import { openApi, openRpc } from '../../emulator/host/documents.ts'
import { createEmulator } from '../../emulator/index.ts'
import type { KeptExchange } from '../../emulator/engine/journal/entry.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import { findHeader } from '../../emulator/engine/kernel/wire.ts'
import { topics } from './cases.ts'
import { connectDirectly } from './socket.ts'
import { freshEmulator } from './suite.ts'
import { Api } from './api.ts'

/** Validates answers against the two documents alone. */
class Documents {
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
    if (via === 'socket') return this.#ofCall(unit, JSON.parse(response.body as string) as Json)
    const text = findHeader(response.headers, 'x-response-body') ?? response.body
    const answer: unknown = JSON.parse(text as string)
    if (failure === undefined || unit.errors.includes(failure.code as ErrorCode))
      return this.answerProblems(unit, response.status, answer)
    return isForAny(failure.code as ErrorCode)
      ? this.answerProblems(unit, 'default', answer)
      : [`${unit.id}: the error ${failure.code} is not documented`]
  }

  answerProblems(unit: Unit, status: number | 'default', answer: unknown): string[] {
    return this.#check(this.#pointer(unit, status), answer, `${unit.id} ${status}`)
  }

  #ofCall(unit: Unit, { result, error }: Json): string[] {
    const position = this.#rpc.methods.findIndex(({ name }) => name === unit.id)
    if (error === undefined) return this.#check(`rpc#/methods/${position}/result/schema`, result, unit.id)
    const { code, data } = error as { code: number; data?: { error?: ErrorCode } }
    const known = this.#rpc.methods[position]!.errors.find((each) => each.code === code)
    const own = data?.error !== undefined && known?.data.error.enum.includes(data.error) === true
    return own || isForAny(data?.error)
      ? []
      : [`${unit.id}: the error ${data?.error} with code ${code} is not documented`]
  }

  /** Path of the answer's schema in the OpenAPI document. */
  #pointer(unit: Unit, status: number | 'default'): string {
    const path = Object.keys(this.#api.paths).find(
      (each) => each.replace(/\{\w+\}/g, '{}') === template(unit.path).replace(/\{\w+\}/g, '{}'),
    )!
    const method = unit.method.toLowerCase()
    const operation = `api#/paths/${encoded(path)}/${method}/responses/${status}`
    const response = this.#api.paths[path]![method]!.responses[status]
    if (response === undefined) return operation
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

const documents = new Documents()
const answered = new Set<string>()

describe('every answer of the conformance cases is as the documents say', () => {
  for (const [topic, cases] of Object.entries(topics)) {
    for (const each of cases) {
      if (each.needs?.includes('raw-http')) continue
      it(`${topic}: ${each.name}`, async () => {
        const emulator = freshEmulator(each)
        await each.run(
          new Api(
            'http://127.0.0.1:4010/v1',
            (request) => emulator.fetch(request),
            async (as) => connectDirectly(emulator, as),
          ),
          emulator,
        )
        const problems: string[] = []
        for (const entry of emulator.journal.raw()) {
          const found = documents.problems(entry)
          if (found === undefined) continue
          problems.push(...found)
          if (entry.failure === undefined) answered.add(entry.unit!.id)
        }
        expect([...new Set(problems)].slice(0, 5)).toEqual([])
      })
    }
  }

  it('and so is every example; of every unit one success at least was looked at', () => {
    const problems: string[] = []
    for (const [unit, { status, answer }] of examplesFor(catalog)) {
      problems.push(...documents.answerProblems(unit, status, answer))
      answered.add(unit.id)
    }
    expect(problems).toEqual([])
    expect(catalog.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual([])
  })

  it('tells an answer that is not', async () => {
    const emulator = createEmulator()
    await emulator.fetch('http://emulator/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    const [entry] = emulator.journal.raw()
    expect(documents.problems(entry!)).toEqual([])
    const { body } = entry!.response!
    const changed = Object.create(entry!, {
      request: { value: entry!.request },
      response: { value: { ...entry!.response!, body: (body as string).replace('"human"', '"robot"') } },
    }) as KeptExchange
    expect(documents.problems(changed)).toEqual([expect.stringContaining('must be equal to one of the allowed values')])
  })
})
