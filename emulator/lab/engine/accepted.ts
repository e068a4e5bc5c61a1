import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Problem } from '../../engine/checking/problems.ts'

/** Names in the accept file of a question. */
export interface AcceptedNames {
  /** Form of an entry: `<mutant>: <reason>`. */
  readonly form: string
  /** Nouns for what is accepted: `mutants`, `mutant`. */
  readonly all: string
  readonly one: string
  /** Says what is wrong with a name; empty for a known one. */
  check(name: string): readonly string[]
}

/** Check of a name that has to be one of these ids. `noun` says what they are: `there is no mutant 'x'`. */
export function knownId(noun: string, all: readonly { readonly id: string }[]): AcceptedNames['check'] {
  return (name) => {
    const ids = all.map(({ id }) => id)
    return ids.includes(name) ? [] : [`there is no ${noun} '${name}'${didYouMeanId(name, ids)}`]
  }
}

/** Reads a document of what is accepted, each with its reason: `{<name>: <reason>}`. */
export function readAcceptedNames(
  document: unknown,
  { form, all, one, check }: AcceptedNames,
): { readonly accepted: string[]; readonly problems: Problem[] } {
  if (!isObject(document)) {
    const message = `expected accepted ${all} with their reasons: \`${form}\``
    return { accepted: [], problems: [{ kind: 'type', path: [], message }] }
  }
  const problems = Object.entries(document).flatMap(([name, reason]): Problem[] => [
    ...check(name).map((message): Problem => ({ kind: 'unknown', path: [name], message })),
    ...(typeof reason === 'string' && reason.trim() !== ''
      ? []
      : [{ kind: 'type', path: [name], message: `give a reason for accepting this ${one}` } as const]),
  ])
  return { accepted: Object.keys(document), problems }
}

/** Checks the option `accept` of a library function. Throws `EmulatorError` for a name that nothing has. */
export function requireKnownNames(names: readonly string[] | undefined, { check }: AcceptedNames): void {
  for (const name of names ?? [])
    for (const problem of check(name)) throw new EmulatorError(`accept: '${name}': ${problem}`)
}
