import type { ErrorCode } from './errors.ts'

/**
 * Edit of an answer by path: `user.name`, `users.*.name`. `@items` is the list of a page, `a | b` the one that exists.
 */
type FieldPath = string

export type Edit =
  | { readonly op: 'omit'; readonly path: FieldPath }
  | { readonly op: 'set'; readonly path: FieldPath; readonly to: unknown }
  | { readonly op: 'copy'; readonly path: FieldPath; readonly from: string }
  | { readonly op: 'rename'; readonly path: FieldPath; readonly to: string }
  | {
      readonly op: 'list'
      readonly path: FieldPath
      /** A number is a maximum of items. */
      readonly how: 'reverse' | 'drop-first' | 'drop-last' | 'empty' | 'repeat-last' | number
    }

/** Replacement of input fields. Undefined fields are removed. */
type Fields = Readonly<Record<string, unknown>>

/** A way to break a statement, as data that one mutator applies (emulator/host/broken/). */
export type Mutation =
  /** Changes fields of the answer, a success or a refusal. */
  | { readonly mutator: 'answer'; readonly edits: readonly Edit[] }
  /** Admits a refused request, as if its input or the world were different. */
  | {
      readonly mutator: 'admit'
      readonly input?: Fields
      readonly disguise?: string
      readonly world?: Readonly<Record<string, Fields>>
      readonly settings?: Fields
      readonly caller?: boolean
    }
  /** Refuses an admitted request, or changes the error of a refusal. */
  | { readonly mutator: 'refuse'; readonly error: ErrorCode }
  /** Omits the write, although the answer claims it. */
  | { readonly mutator: 'no-op' }
  /** Performs the write a second time. */
  | { readonly mutator: 'duplicate-write' }
  /** Performs the request for another input, another caller, or every target. */
  | {
      readonly mutator: 'wrong-target'
      readonly input?: Fields
      readonly record?: string
      readonly caller?: true
      readonly union?: true
    }
  /** Undoes part of the write: in one table, or one field. */
  | { readonly mutator: 'undo'; readonly table: string; readonly field?: string }
  /** Stores another value in every record that the request writes to a table; the answer stays correct. */
  | { readonly mutator: 'corrupt-write'; readonly table: string; readonly edit: Edit }
  /** Changes the envelope, the headers or the protocol. */
  | {
      readonly mutator: 'wire'
      readonly status?: number
      readonly edits?: readonly Edit[]
      readonly header?: readonly [from: string, to: string | null]
      readonly contentType?: string
      readonly body?: 'empty' | 'envelope'
      readonly notifications?: true
    }

/** Stands for a mutant that breaks nothing, and takes the path of a real one. */
export const NOTHING_BROKEN = 'none'

/** A way to break a statement. */
export interface Mutant {
  /** Description that completes the sentence "the emulator …". */
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

/** Admits the request as if its input said this. */
export const admit = (input: Fields): Mutation => ({ mutator: 'admit', input })
/** Admits the request for a caller who is allowed to. */
export const admitCaller: Mutation = { mutator: 'admit', caller: true }
/** Admits the request with another value of the field; the answer shows the requested one. */
export const admitValue = (field: string): Mutation => ({ mutator: 'admit', disguise: field })
/** Admits the request as if all records of a table had these values. */
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
/** Stores this value, whatever was requested. */
export const stores = (table: string, path: FieldPath, to: unknown): Mutation => ({
  mutator: 'corrupt-write',
  table,
  edit: { op: 'set', path, to },
})
/** Stores the value of another field. */
export const storesFrom = (table: string, path: FieldPath, from: string): Mutation => ({
  mutator: 'corrupt-write',
  table,
  edit: { op: 'copy', path, from },
})
/** Performs the request with this input. */
export const substituteInput = (input: Fields): Mutation => ({ mutator: 'wrong-target', input })
/** Performs the request for a record other than the one that the parameter names. */
export const otherRecord = (param: string): Mutation => ({ mutator: 'wrong-target', record: param })
export const otherCaller: Mutation = { mutator: 'wrong-target', caller: true }
/** Answers the records of every target, not only of the requested one. */
export const everyTarget: Mutation = { mutator: 'wrong-target', union: true }
export const wire = (how: Omit<Extract<Mutation, { mutator: 'wire' }>, 'mutator'>): Mutation => ({
  mutator: 'wire',
  ...how,
})

export const mutant = (breaks: string, by: Mutation): Mutant => ({ breaks, by })

/** Refuses with an undocumented code. */
export const otherCode = (error: ErrorCode): Mutant => mutant('refuses with another code', refuse(error))

/** Answers with an undocumented HTTP status. */
export const otherStatus = (status: number): Mutant => mutant(`answers ${status}`, wire({ status }))

/** Admits instead of refusing, or refuses with another code. */
export const lets = (what: string): readonly Mutant[] => [
  mutant(`lets ${what}`, admitCaller),
  otherCode('unauthenticated'),
]

export const moreThanStatus: Mutant = mutant('answers more than `status`', set('deleted', true))
