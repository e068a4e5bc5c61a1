import type { ClientMutation, Stream } from '../../../../emulator/contract/client-mutation.ts'
import type { CredentialFile } from './credential-file.ts'

/** What a mutator does to a run that rests on the clause. What it does not name stays as it is. */
export interface Breaks {
  /** What is written on a stream; an empty text stands for nothing at all. */
  written?(stream: Stream, text: string, secrets: ReadonlySet<string>): string
  /** What is written at a prompt, before anybody knows what the run rests on. */
  prompted?(text: string): string
  exit?(code: number): number
  /** Called when the run has ended. */
  store?(file: CredentialFile): void
  /** The run is undone, and done for this line and these variables in its place. */
  again?(line: readonly string[]): {
    readonly line: readonly string[]
    readonly variables: Readonly<Record<string, string | null>>
  }
}

/** Carries a mutation of the client out. */
export type ClientMutator<M extends ClientMutation['mutator']> = (
  mutation: Extract<ClientMutation, { mutator: M }>,
) => Breaks
