import { isObject } from '../diagnostics/is-object.ts'
import { didYouMean } from '../diagnostics/near-miss.ts'
import type { Problem } from '../diagnostics/problems.ts'
import { faultModel } from './fault-model.ts'
import { verdicts } from './oracle.ts'

/** Reads a document `{<verdict> <fault>: <reason>}`: findings that are known. */
export function acceptedFindings(document: unknown): { accepted: string[]; problems: Problem[] } {
  if (!isObject(document)) return { accepted: [], problems: [{ kind: 'type', path: [], message: 'expected findings with the reason why each is accepted: `<verdict> <fault>: <reason>`' }] }
  const problems = Object.entries(document).flatMap(([id, reason]): Problem[] => {
    const [verdict = '', fault = ''] = id.split(' ', 2)
    const [name = ''] = fault.split(':', 1)
    if (!verdicts.includes(verdict as never)) return [{ kind: 'unknown', path: [id], message: `there is no verdict '${verdict}'${didYouMean(verdict, verdicts)}` }]
    const known = faultModel.map((each) => each.name)
    if (!known.includes(name)) return [{ kind: 'unknown', path: [id], message: `there is no fault '${name}'${didYouMean(name, known)}` }]
    return typeof reason === 'string' && reason.trim() !== '' ? [] : [{ kind: 'type', path: [id], message: 'expected the reason why it is accepted' }]
  })
  return { accepted: Object.keys(document), problems }
}
