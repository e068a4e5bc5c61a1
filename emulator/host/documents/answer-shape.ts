import * as v from 'valibot'
import { assumed } from '../../engine/kernel/unit/assumed.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'

/** Fields of a successful answer beside `status`. */
function answerFields({ returns, page }: Unit): v.ObjectEntries {
  if (page?.kind === 'opaque')
    return {
      ...returns,
      cursor: v.nullable(v.pipe(v.string(), v.description('Send back as `cursor`; null means exhausted.'))),
    }
  if (page?.kind === 'record') {
    return {
      ...returns,
      [`last_${page.noun}_id`]: v.nullable(
        v.pipe(v.string(), v.description(`Send back as \`start_${page.noun}_id\`; null means exhausted.`)),
      ),
    }
  }
  return returns
}

/** Envelope of a successful answer over HTTP. A verdict has a `status` of its own. */
export function envelopeShape(unit: Unit): v.GenericSchema {
  return v.strictObject(unit.verdict ? answerFields(unit) : { status: v.literal('success'), ...answerFields(unit) })
}

/** `result` over JSON-RPC: the envelope without `status`. */
export function resultShape(unit: Unit): v.GenericSchema {
  const fields = answerFields(unit)
  return Object.keys(fields).length === 0 ? emptyResult : v.strictObject(fields)
}

/** `result` of a call that has nothing to return: `{}` here, but it may be any value. */
export const emptyResult = assumed(v.unknown(), 'A-317')
