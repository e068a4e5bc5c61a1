import * as v from 'valibot'
import { described } from '../matching/schema-common.ts'

/** The argument of a fault that has nothing to choose: `drop: true`. */
export function flag(text: string): v.GenericSchema<true> {
  return described(v.literal(true), text)
}
