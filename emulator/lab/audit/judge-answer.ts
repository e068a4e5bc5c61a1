import * as v from 'valibot'
import { errorFacts, errors, isErrorCode } from '../../contract/errors.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import { RECORD_PAGE_ROWS } from '../../engine/kernel/pages.ts'
import { successRows } from '../../engine/kernel/rest/envelope.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { isFreeCode, isFreeStatus } from '../../engine/kernel/unspecified/documented-line.ts'
import { envelopeShape } from '../../host/documents/answer-shape.ts'
import type { HttpAnswer } from '../../scenario/targets/target.ts'
import { checkFields } from './check-fields.ts'
import { findClause } from './find-clause.ts'
import type { Remark } from './remark.ts'

const decoder = new TextDecoder()
const finding = (statement: StatementId, says: string): Remark => ({ level: 'finding', says, statement })
const note = (statement: string, says: string): Remark => ({ level: 'note', says, statement })

/** Reads an answer against the contract alone: its envelope, its fields, its status, its code and its page. */
export function judgeAnswer(unit: Unit, answer: HttpAnswer): Remark[] {
  const isFile = unit.transfer === 'download' && answer.status < 400
  const text = isFile ? answer.headers['x-response-body'] : decoder.decode(answer.bytes)
  if (isFile && text === undefined)
    return [finding(findTransferClause(unit), 'answers a file without its envelope in `X-Response-Body`')]
  const body = text === undefined || text === '' ? undefined : shallowJson(text)
  const shape = isFile ? [] : checkContentType(answer)
  if (!isObject(body)) return [describeBody(unit, answer)]
  if (Object.keys(body).length === 0) return [finding('envelope.no-bare-empty-object', 'answers a bare empty object')]
  const word = body['status']
  if (word !== 'success' && word !== 'failure')
    return [
      ...shape,
      finding('envelope.status-on-every-response', describeStatus(body)),
      ...readUnderneath(unit, answer, body),
    ]
  const refused = word === 'failure'
  const isVerdict = unit.verdict && v.is(unit.returns['error'] as v.GenericSchema, body['error'])
  if (!isVerdict && (refused || answer.status >= 400)) return [...shape, ...judgeRefusal(unit, answer.status, body)]
  return [...shape, ...judgeSuccess(unit, answer.status, body)]
}

/** Remarks on the fields of an answer without `status`. */
function readUnderneath(unit: Unit, { status }: HttpAnswer, body: Record<string, unknown>): Remark[] {
  if (status >= 400) return judgeRefusal(unit, status, { ...body, status: 'failure' })
  return judgeSuccess(unit, status, { ...body, status: 'success' })
}

function describeStatus({ status }: Record<string, unknown>): string {
  return status === undefined ? 'leaves out `status`' : `answers \`status\` as ${JSON.stringify(status)}`
}

function describeBody(unit: Unit, { status, bytes }: HttpAnswer): Remark {
  if (bytes.length > 0) return finding('service.json-answers', 'answers a body that is no JSON object')
  return status < 400 && Object.keys(unit.returns).length === 0
    ? finding(
        'envelope.nothing-to-return-is-status-only',
        `answers ${status} without a body, expected {"status":"success"}`,
      )
    : finding('envelope.status-on-every-response', `answers ${status} without a body`)
}

function checkContentType({ headers }: HttpAnswer): Remark[] {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'none'
  if (/^application\/(?:[\w.-]+\+)?json$/.test(type)) return []
  return [finding('service.json-answers', `answers JSON with the content type ${type}`)]
}

function findTransferClause({ statements }: Unit): StatementId {
  return statements.find((id) => id.startsWith('envelope.binary.')) ?? 'envelope.binary.file-is-the-body'
}

function judgeSuccess(unit: Unit, status: number, body: Record<string, unknown>): Remark[] {
  const shape = checkFields(unit, envelopeShape(unit), body)
  const nothing = Object.keys(unit.returns).length === 0
  const extra = Object.keys(body).filter((name) => name !== 'status')
  if (nothing && extra.length > 0)
    return [finding('envelope.nothing-to-return-is-status-only', `answers \`${extra.join('`, `')}\` beside \`status\``)]
  return [...checkSuccessStatus(unit, status), ...shape, ...checkPage(unit, body)]
}

function checkSuccessStatus(unit: Unit, status: number): Remark[] {
  if (status === 200) return []
  if (unit.verdict) return [finding('envelope.check-definition.answers-200', `answers a verdict with HTTP ${status}`)]
  return [note(successRows(unit).at(-1) ?? 'A-45', `answers a success with HTTP ${status}, where we assume 200`)]
}

function checkPage({ page, ...unit }: Unit, body: Record<string, unknown>): Remark[] {
  const items = page === undefined ? undefined : body[page.items]
  if (page?.kind !== 'record' || !Array.isArray(items)) return []
  const times = items.map((item) => (isObject(item) ? String(item['created_at'] ?? '') : ''))
  return [
    ...(items.length > RECORD_PAGE_ROWS
      ? [finding('pagination.record.page-of-ten', `answers ${items.length} \`${page.items}\` on a page`)]
      : []),
    ...(times.some((time, n) => n > 0 && time > times[n - 1]!)
      ? [finding('pagination.record.newest-first', `lists \`${page.items}\` with an older one before a newer one`)]
      : []),
    ...(items.length > 0 && body[`last_${page.noun}_id`] === ''
      ? [
          finding(
            findClause({ ...unit, page }, `last_${page.noun}_id`, 'wrong')!,
            `answers an empty \`last_${page.noun}_id\``,
          ),
        ]
      : []),
  ]
}

function judgeRefusal(unit: Unit, status: number, body: Record<string, unknown>): Remark[] {
  const remarks: Remark[] = []
  const broken = (says: string) => remarks.push(finding('envelope.failure-has-error-and-message', says))
  if (status < 400) broken(`answers a failure with HTTP ${status}`)
  if (body['status'] === 'success') broken(`answers HTTP ${status} with \`status\` success`)
  if (typeof body['message'] !== 'string') broken('answers a failure without `message`')
  const code = body['error']
  if (typeof code !== 'string') broken('answers a failure without a code in `error`')
  else remarks.push(...judgeCode(unit, status, code), ...checkLimit(code, body['limit']))
  return remarks
}

function judgeCode(unit: Unit, status: number, code: string): Remark[] {
  if (!isErrorCode(code)) {
    const near = didYouMean(code, Object.keys(errors))
    return [note('A-7', `refuses with \`${code}\`, a code that we do not know${near}`)]
  }
  const { status: own, source, statusFrom, anyRequest = false } = errorFacts(code)
  const remarks: Remark[] = []
  if (!anyRequest && !unit.errors.includes(code)) {
    const says = `refuses with \`${code}\`, a code that it never answers`
    remarks.push(isFreeCode(code) ? note('A-7', says) : finding(source as StatementId, says))
  }
  if (status !== own && status >= 400) {
    const says = `answers \`${code}\` with HTTP ${status}, expected ${own}`
    remarks.push(isFreeStatus(code) ? note(statusFrom, says) : finding(source as StatementId, says))
  }
  return remarks
}

const limitClauses: Readonly<Record<string, StatementId>> = {
  limit_exceeded: 'envelope.limit.with-limit-exceeded',
  invalid_blob_type: 'envelope.limit.with-invalid-blob-type',
}

function checkLimit(code: string, limit: unknown): Remark[] {
  if (!isErrorCode(code) || errorFacts(code).limit === undefined) return []
  if (!isObject(limit)) {
    const clause = limitClauses[code] ?? 'envelope.limit.with-size-and-count-limits'
    return [finding(clause, `refuses with \`${code}\` without a \`limit\` object`)]
  }
  return typeof limit['name'] === 'string'
    ? []
    : [finding('envelope.limit.names-the-limit', 'answers a `limit` object without a `name`')]
}
