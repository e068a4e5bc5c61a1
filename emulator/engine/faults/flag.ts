import * as v from 'valibot'
import { described } from '../matching/schema-common.ts'

/** Argument of a fault without options: `drop: true`. */
export function flag(text: string): v.GenericSchema<true> {
  return described(v.literal(true), text)
}
