import type { ErrorCode } from './errors.ts'

/** Fields of an answer, by path: `user.name`, `users.*.name`; `@items` is the list of a page, `a | b` whichever is there. */
type FieldPath = string

export type Edit =
  | { readonly op: 'omit'; readonly path: FieldPath }
  | { readonly op: 'set'; readonly path: FieldPath; readonly to: unknown }
  | { readonly op: 'copy'; readonly path: FieldPath; readonly from: string }
  | { readonly op: 'rename'; readonly path: FieldPath; readonly to: string }
  | {
      readonly op: 'list'
      readonly path: FieldPath
      /** A number: so many items at most. */
      readonly how: 'reverse' | 'drop-first' | 'drop-last' | 'empty' | 'repeat-last' | number
    }

/** What an input is made to say. A field that is undefined is left out. */
type Fields = Readonly<Record<string, unknown>>

/** How a statement is broken: data, which one mutator each carries out (emulator/host/broken/). */
export type Mutation =
  /** Other fields in the answer, a success or a refusal. */
  | { readonly mutator: 'answer'; readonly edits: readonly Edit[] }
  /** A refusal does not happen: the request is done as if its input said something else, or the world stood otherwise. */
  | {
      readonly mutator: 'admit'
      readonly input?: Fields
      readonly disguise?: string
      readonly world?: Readonly<Record<string, Fields>>
      readonly settings?: Fields
      readonly caller?: boolean
    }
  /** What is admitted is refused, or what is refused is refused with another error. */
  | { readonly mutator: 'refuse'; readonly error: ErrorCode }
  /** The write is not done, and the answer says that it was. */
  | { readonly mutator: 'no-op' }
  /** The write is done a second time. */
  | { readonly mutator: 'duplicate-write' }
  /** The request is done for another input, for another caller, or for every target. */
  | {
      readonly mutator: 'wrong-target'
      readonly input?: Fields
      readonly record?: string
      readonly caller?: true
      readonly union?: true
    }
  /** Part of the write is undone: what it did to one table, or to one field. */
  | { readonly mutator: 'undo'; readonly table: string; readonly field?: string }
  /** Every record that the request writes to a table is stored with another value; the answer stays right. */
  | { readonly mutator: 'corrupt-write'; readonly table: string; readonly edit: Edit }
  /** The envelope, the headers and the protocol. */
  | {
      readonly mutator: 'wire'
      readonly status?: number
      readonly edits?: readonly Edit[]
      readonly header?: readonly [from: string, to: string | null]
      readonly contentType?: string
      readonly body?: 'empty' | 'envelope'
      readonly notifications?: true
    }

/** In the place of a mutant: nothing is broken, and everything that breaks goes the same way. */
export const NOTHING_BROKEN = 'none'

/** One way in which the world breaks a statement. */
export interface Mutant {
  /** What is wrong now, as the end of the sentence "the emulator …". */
  readonly breaks: string
  readonly by: Mutation
}

const edited = (...edits: Edit[]): Mutation => ({ mutator: 'answer', edits })

export const omit = (path: FieldPath): Mutation => edited({ op: 'omit', path })
export const set = (path: FieldPath, to: unknown): Mutation => edited({ op: 'set', path, to })
export const copy = (path: FieldPath, from: string): Mutation => edited({ op: 'copy', path, from })
export const rename = (path: FieldPath, to: string): Mutation => edited({ op: 'rename', path, to })
export const list = (how: Extract<Edit, { op: 'list' }>['how'], path: FieldPath = '@items'): Mutation =>
  edited({ op: 'list', path, how })

/** Done as if the input said this. */
export const admit = (input: Fields): Mutation => ({ mutator: 'admit', input })
/** Done for a caller who may. */
export const admitCaller: Mutation = { mutator: 'admit', caller: true }
/** Done with another value of the field, which the answer then shows as it was asked for. */
export const admitValue = (field: string): Mutation => ({ mutator: 'admit', disguise: field })
/** Done as if all records of a table had these values. */
export const admitWhen = (world: Readonly<Record<string, Fields>>): Mutation => ({ mutator: 'admit', world })
export const admitWith = (settings: Fields): Mutation => ({ mutator: 'admit', settings })
export const refuse = (error: ErrorCode): Mutation => ({ mutator: 'refuse', error })
export const noOp: Mutation = { mutator: 'no-op' }
export const duplicateWrite: Mutation = { mutator: 'duplicate-write' }
export const undo = (table: string, field?: string): Mutation => ({
  mutator: 'undo',
  table,
  ...(field !== undefined && { field }),
})
/** Stored with this value, whatever was asked for. */
export const stores = (table: string, path: FieldPath, to: unknown): Mutation => ({
  mutator: 'corrupt-write',
  table,
  edit: { op: 'set', path, to },
})
/** Stored with the value of another field. */
export const storesFrom = (table: string, path: FieldPath, from: string): Mutation => ({
  mutator: 'corrupt-write',
  table,
  edit: { op: 'copy', path, from },
})
/** Done for this input in place of what was sent. */
export const substituteInput = (input: Fields): Mutation => ({ mutator: 'wrong-target', input })
/** Done for another record than the one that the parameter names. */
export const otherRecord = (param: string): Mutation => ({ mutator: 'wrong-target', record: param })
export const otherCaller: Mutation = { mutator: 'wrong-target', caller: true }
/** Answers the records of every target, not of the one that was asked for. */
export const everyTarget: Mutation = { mutator: 'wrong-target', union: true }
export const wire = (how: Omit<Extract<Mutation, { mutator: 'wire' }>, 'mutator'>): Mutation => ({
  mutator: 'wire',
  ...how,
})

export const mutant = (breaks: string, by: Mutation): Mutant => ({ breaks, by })

/** A refusal with a code that is not the documented one. */
export const otherCode = (error: ErrorCode): Mutant => mutant('refuses with another code', refuse(error))

/** An answer with another HTTP status than the documented one. */
export const otherStatus = (status: number): Mutant => mutant(`answers ${status}`, wire({ status }))

/** A refusal that does not happen, or has another code. */
export const lets = (what: string): readonly Mutant[] => [
  mutant(`lets ${what}`, admitCaller),
  otherCode('unauthenticated'),
]

export const moreThanStatus: Mutant = mutant('answers more than `status`', set('deleted', true))
