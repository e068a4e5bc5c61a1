import type { Edit, Fields, FieldPath } from './mutation.ts'

/** Why nothing can show that a statement is broken. */
interface Unbroken {
  readonly none: string
}

/** A text that is replaced wherever it stands: the source of a regular expression (`gm`), and what comes in its place. */
export type TextEdit = readonly [from: string, to: string]

export type Stream = 'stdout' | 'stderr'

/** How a statement about the client is broken: data, which one mutator each carries out in a client that is built for tests. */
export type ClientMutation =
  /** Other fields in the JSON payload. */
  | { readonly mutator: 'answer'; readonly edits: readonly Edit[] }
  /** Other text on a stream. `${key}` stands for the key that the client was given. */
  | { readonly mutator: 'text'; readonly streams: readonly Stream[]; readonly edits: readonly TextEdit[] }
  /** Another prompt: it is written before anything is decided. */
  | { readonly mutator: 'prompt'; readonly edits: readonly TextEdit[] }
  | { readonly mutator: 'exit'; readonly code: number }
  /** What was admitted fails, and nothing is stored. */
  | { readonly mutator: 'refuse'; readonly code: string }
  /** Other text in the credential file. */
  | { readonly mutator: 'store'; readonly edits: readonly TextEdit[] }
  /** Another mode or name of the credential file, or a write into the file that is there. */
  | { readonly mutator: 'file'; readonly mode?: number; readonly name?: string; readonly inPlace?: true }
  /** Nothing is stored, and the answer says that all is well. */
  | { readonly mutator: 'undo' }
  /** Done as if these flags had not been given, and these variables had had another value (null: none). */
  | {
      readonly mutator: 'again'
      readonly flags?: readonly string[]
      readonly variables?: Readonly<Record<string, string | null>>
    }

/** One way in which a client breaks a statement. */
export interface ClientMutant {
  /** What is wrong now, as the end of the sentence "the client …". */
  readonly breaks: string
  readonly by: ClientMutation
}

/** The mutants of a clause, or the reason why it has none. */
export type ClientMutantRow = readonly ClientMutant[] | Unbroken

/** By the id of the clause. */
export type ClientMutantRows = Readonly<Record<string, ClientMutantRow>>

export const mutant = (breaks: string, by: ClientMutation): ClientMutant => ({ breaks, by })

const fields = (...edits: Edit[]): ClientMutation => ({ mutator: 'answer', edits })
export const omit = (path: FieldPath): ClientMutation => fields({ op: 'omit', path })
export const set = (path: FieldPath, to: unknown): ClientMutation => fields({ op: 'set', path, to })
export const lack = (path: string): ClientMutant =>
  mutant(`leaves \`${path.split('.').at(-1)}\` out of the JSON`, omit(path))

export const stdout = (...edits: TextEdit[]): ClientMutation => ({ mutator: 'text', streams: ['stdout'], edits })
export const stderr = (...edits: TextEdit[]): ClientMutation => ({ mutator: 'text', streams: ['stderr'], edits })
export const text = (...edits: TextEdit[]): ClientMutation => ({
  mutator: 'text',
  streams: ['stdout', 'stderr'],
  edits,
})
export const prompt = (...edits: TextEdit[]): ClientMutation => ({ mutator: 'prompt', edits })
export const exit = (code: number): ClientMutation => ({ mutator: 'exit', code })
export const refuse = (code: string): ClientMutation => ({ mutator: 'refuse', code })
export const store = (...edits: TextEdit[]): ClientMutation => ({ mutator: 'store', edits })
export const file = (how: Omit<Extract<ClientMutation, { mutator: 'file' }>, 'mutator'>): ClientMutation => ({
  mutator: 'file',
  ...how,
})
export const undo: ClientMutation = { mutator: 'undo' }
export const withoutFlags = (...flags: string[]): ClientMutation => ({ mutator: 'again', flags })
export const withVariables = (variables: Fields & Readonly<Record<string, string | null>>): ClientMutation => ({
  mutator: 'again',
  variables,
})

/** A failure with another code, and one that says that all is well. */
export const failure = (code: string): ClientMutant[] => [
  mutant(`fails with another code than ${code}`, text([code, 'SOMETHING_ELSE'])),
  mutant('exits 0', exit(0)),
]
export const usageError: readonly ClientMutant[] = [mutant('exits 1', exit(1))]
export const nothingStored: ClientMutant = mutant('stores nothing', undo)
export const noRealtimeUrl: ClientMutant = mutant('stores no realtime URL', store(['^ +realtime_url:.*\\n', '']))
export const noDefault: ClientMutant = mutant('stores no default', store(['^default:.*$', 'default: null']))
export const otherDefault: ClientMutant = mutant('stores another default', store(['^default:.*$', 'default: another']))
export const otherUrl: ClientMutant = mutant('stores another URL', store(['http://', 'https://']))
