/** All kinds of faults. */
import type * as v from 'valibot'
import { fields } from '../checking/strict.ts'
import { abort } from './abort.ts'
import { close } from './close.ts'
import type { FailedDelivery, FaultKind } from './definition.ts'
import { delay } from './delay.ts'
import { drop } from './drop.ts'
import { duplicate } from './duplicate.ts'
import { empty } from './empty.ts'
import { fail } from './fail.ts'
import { hold } from './hold.ts'
import { loseResponse } from './lose-response.ts'
import { malformed } from './malformed.ts'
import { reorder } from './reorder.ts'
import { reset } from './reset.ts'
import { slow } from './slow.ts'
import { stale } from './stale.ts'
import { stall } from './stall.ts'
import { truncate } from './truncate.ts'
import { unknownId } from './unknown-id.ts'

export const faultKinds = [
  delay,
  fail,
  drop,
  reset,
  empty,
  truncate,
  malformed,
  slow,
  stall,
  loseResponse,
  close,
  abort,
  duplicate,
  reorder,
  unknownId,
  hold,
  stale,
] as const

type AnyFaultKind = (typeof faultKinds)[number]
type WrittenFault<K> = K extends FaultKind<infer Name, infer Argument> ? { [N in Name]: Argument } : never

/** A fault as written in `do`: `{ drop: true }`, `{ truncate: { bytes: 10 } }`. */
export type Fault = WrittenFault<AnyFaultKind>
interface FaultSchema extends v.GenericSchema<Fault> {}

const kinds: ReadonlyMap<string, AnyFaultKind> = new Map(faultKinds.map((kind) => [kind.name, kind]))

/** Kind of a validated fault. */
export function faultKind(fault: Fault): FaultKind {
  return kinds.get(Object.keys(fault)[0]!) as unknown as FaultKind
}

/** Failure to deliver an answer with these faults, decided by the first of them; undefined if it arrives whole. */
export function failedDelivery(faults: readonly Fault[] | undefined): FailedDelivery | undefined {
  for (const fault of faults ?? []) {
    const kind = faultKind(fault)
    if ('delivery' in kind && kind.delivery !== 'whole') return kind.delivery
  }
  return undefined
}

/** True if a fault makes an HTTP client wait. */
export function takesTime(fault: Fault): boolean {
  const kind = faultKind(fault)
  return 'takesTime' in kind && kind.takesTime === true
}

export function isFault(action: object): action is Fault {
  return kinds.has(Object.keys(action)[0]!)
}

/** Schemas of the faults as written in `do`. */
export const faultSchemas: readonly FaultSchema[] = faultKinds.map(
  ({ name, argument }) => fields({ [name]: argument as v.GenericSchema }) as unknown as FaultSchema,
)
