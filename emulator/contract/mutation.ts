import type { ErrorCode } from './errors.ts'
import type { Terms } from './terms.ts'

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
      /** A number is a maximum of items; `without` leaves out those with these values. */
      readonly how: 'reverse' | 'drop-first' | 'drop-last' | 'empty' | 'repeat-last' | number | { without: InputFields }
    }
  /** Adds a field where it is missing. */
  | { readonly op: 'add'; readonly path: FieldPath; readonly to: unknown }
  /** Replaces some values of a field. */
  | { readonly op: 'replace'; readonly path: FieldPath; readonly from: readonly unknown[]; readonly to: unknown }

/** Rule of the kernel that a request is answered by in place of another one. */
export type Rule =
  | 'unknown-fields-ignored'
  | 'users-have-no-users'
  | 'foreign-start-is-shape'
  | 'nothing-is-hidden'
  | 'pages-are-short'
  | 'unknown-query-refused'
  | 'any-blob-type'
  | 'null-is-absent'
  | 'existence-before-shape'
  | 'missing-target-is-404'
  | 'null-params-are-none'
  | 'unread-frames-close'
  | 'upgrade-takes-any'
  | 'uploads-without-request-body'
  | 'edges-one-way'
  | 'last-slash-ignored'
  | 'head-refused'
  | 'other-methods-unknown'
  | 'me-is-an-alias'
  | 'dots-are-aliases'
  | 'budget-holds-the-next'
  | 'cursor-of-any-listing'
  | 'cursor-of-one-caller'
  | 'key-before-token'
  | 'me-in-target-id-is-an-alias'
  | 'graph-query-without-start'
  | 'newest-by-insertion'
  | 'reads-lag'
  | 'credentials-hold'
  | 'other-visibility-is-none'

/** Replacement of input fields. Undefined fields are removed. */
type InputFields = Readonly<Record<string, unknown>>

/** A way to break a statement, as data that one mutator applies (emulator/host/variants/). */
export type Mutation =
  /** Changes fields of the answer, a success or a refusal. */
  | { readonly mutator: 'answer'; readonly edits: readonly Edit[] }
  /** Admits a refused request, as if its input or the world were different. */
  | {
      readonly mutator: 'admit'
      readonly input?: InputFields
      readonly disguise?: string
      readonly world?: Readonly<Record<string, InputFields>>
      readonly settings?: InputFields
      readonly caller?: boolean
      /** True: where it is refused for another reason then, the answer is that refusal. */
      readonly orRefuse?: true
      /** Changes of the answer that it is given. */
      readonly edits?: readonly Edit[]
    }
  /**
   * Refuses an admitted request, or changes the error of a refusal; with `instead`, only refusals with one of these
   * codes. `not_found` is the code of what the path names. The message is `message`, or that of the refusal.
   */
  | {
      readonly mutator: 'refuse'
      readonly error: ErrorCode | 'not_found'
      readonly message?: string
      readonly instead?: readonly ErrorCode[]
    }
  /** Omits the write, although the answer claims it. */
  | { readonly mutator: 'no-op' }
  /** Performs the write a second time. */
  | { readonly mutator: 'duplicate-write' }
  /** Performs the request for another input, another caller, or every target. */
  | {
      readonly mutator: 'wrong-target'
      readonly input?: InputFields
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
      readonly body?: 'empty' | 'envelope' | 'none' | 'no-file'
      readonly notifications?: true
      /** Rounds numbers to what a double holds. */
      readonly rounded?: true
      /** Limits the change to answers that show a record which the request made. */
      readonly creations?: true
    }
  /** Performs the request by another rule, or as a caller on other terms. */
  | { readonly mutator: 'by-rule'; readonly rule?: Rule; readonly terms?: Terms }
  /**
   * Answers as in a world with these settings, from its start. `later`: they show in answers that follow a success,
   * `order`: in the order of answers, refusals too.
   */
  | { readonly mutator: 'settings'; readonly settings: InputFields; readonly shows?: 'later' | 'order' }
  /** Leaves out the fields that only this assumption gives. */
  | { readonly mutator: 'omit-assumed'; readonly assumption?: string }
  /** Gives the refusal that the request meets where all records of a table have these values. */
  | { readonly mutator: 'next-refusal'; readonly world: Readonly<Record<string, InputFields>> }
  /** Deletes the record that is in the way of the request, and performs it. */
  | { readonly mutator: 'replace-record'; readonly table: string; readonly same: readonly string[] }

/** Mutation that refuses, or gives a refusal another error. */
export type RefuseMutation = Extract<Mutation, { mutator: 'refuse' }>

/** Id of a mutant that breaks nothing, but runs through the same code as a real one. */
export const NOTHING_BROKEN = 'none'

/** A way to break a statement. */
export interface Mutant {
  /** Description that completes the sentence "the emulator …". */
  readonly breaks: string
  readonly by: Mutation
}

/** Changes several fields of the answer. */
export const edited = (...edits: Edit[]): Mutation => ({ mutator: 'answer', edits })

export const omit = (path: FieldPath): Mutation => edited({ op: 'omit', path })
export const set = (path: FieldPath, to: unknown): Mutation => edited({ op: 'set', path, to })
export const copy = (path: FieldPath, from: string): Mutation => edited({ op: 'copy', path, from })
export const rename = (path: FieldPath, to: string): Mutation => edited({ op: 'rename', path, to })
export const list = (how: Extract<Edit, { op: 'list' }>['how'], path: FieldPath = '@items'): Mutation =>
  edited({ op: 'list', path, how })

/** Admits the request as if its input said this. */
export const admit = (input: InputFields): Mutation => ({ mutator: 'admit', input })
/** Admits the request as if its input said this, and changes the answer. */
export const admitEdited = (input: InputFields, ...edits: Edit[]): Mutation => ({ mutator: 'admit', input, edits })
/** Admits the request for a caller who is allowed to. */
export const admitCaller: Mutation = { mutator: 'admit', caller: true }
/** Admits the request with another value of the field; the answer shows the requested one. */
export const admitValue = (field: string): Mutation => ({ mutator: 'admit', disguise: field })
/** Admits the request as if all records of a table had these values. */
export const admitWhen = (world: Readonly<Record<string, InputFields>>): Mutation => ({ mutator: 'admit', world })
/** Answers the request as if all records of a table had these values, be it by another refusal. */
export const admitWhenOrRefuse = (world: Readonly<Record<string, InputFields>>): Mutation => ({
  mutator: 'admit',
  world,
  orRefuse: true,
})
export const admitWith = (settings: InputFields): Mutation => ({ mutator: 'admit', settings })
export const refuse = (error: ErrorCode, message?: string): RefuseMutation => ({
  mutator: 'refuse',
  error,
  ...(message !== undefined && { message }),
})
/** Refuses with the code of what the path names. */
export const findNothing: RefuseMutation = { mutator: 'refuse', error: 'not_found' }
export const noOp: Mutation = { mutator: 'no-op' }
export const duplicateWrite: Mutation = { mutator: 'duplicate-write' }
export const undo = (table: string, field?: string): Mutation =>
  field === undefined ? { mutator: 'undo', table } : { mutator: 'undo', table, field }
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
export const substituteInput = (input: InputFields): Mutation => ({ mutator: 'wrong-target', input })
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

/** Gives the refusals with one of these codes another. */
export const refuseInstead = (instead: readonly ErrorCode[], error: ErrorCode | 'not_found'): RefuseMutation => ({
  mutator: 'refuse',
  error,
  instead,
})
export const add = (path: FieldPath, to: unknown): Mutation => edited({ op: 'add', path, to })
export const replace = (path: FieldPath, from: readonly unknown[], to: unknown): Mutation =>
  edited({ op: 'replace', path, from, to })
export const rule = (name: Rule): Mutation => ({ mutator: 'by-rule', rule: name })
export const onTerms = (terms: Terms): Mutation => ({ mutator: 'by-rule', terms })
export const withSettings = (settings: InputFields, shows?: 'later' | 'order'): Mutation => ({
  mutator: 'settings',
  settings,
  ...(shows && { shows }),
})
export const withoutFields: Mutation = { mutator: 'omit-assumed' }
export const nextRefusal = (world: Readonly<Record<string, InputFields>>): Mutation => ({
  mutator: 'next-refusal',
  world,
})
export const replacing = (table: string, same: readonly string[]): Mutation => ({
  mutator: 'replace-record',
  table,
  same,
})

export const moreThanStatus: Mutant = mutant('answers more than `status`', set('deleted', true))
