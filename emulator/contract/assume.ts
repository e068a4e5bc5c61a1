import type { Mutation, RefuseMutation } from './mutation.ts'
import type { CommandId, EndpointId } from './unit-names.ts'

/** Case that an alternative is about. Each part that is given has to hold. */
export interface AnswerCase {
  /**
   * `refusal`: one that the row of the alternative decides, and no sentence of the specification. `admitted`: any but a
   * refusal of the credentials.
   */
  readonly answer?: 'success' | 'refusal' | 'admitted'
  readonly units?: readonly (EndpointId | CommandId)[]
  /** Values of parameters of the path and fields of the body; undefined for one that is left out. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** Another way in which a service could have decided. */
export interface Alternative {
  /** The rule of such a service, in full sentences. */
  readonly says: string
  /** Question to the owners of the service. */
  readonly asks: string
  /** Change to the answers that rest on the assumption. */
  readonly by: Mutation
  /** Case that it is about. Without one, every answer that rests on the assumption is. */
  readonly when?: AnswerCase
  /** True if `unspecified: vary` does not draw it: it varies this from answer to answer, or it is a failure of time. */
  readonly varied?: true
}

/** Place of an alternative that became one of another row. Its id stays valid where ids are taken. */
export interface Moved {
  /** Its id now. */
  readonly movedTo: string
}

/** A decision where the specification is silent. */
export interface Assumption<Former extends string = string> {
  readonly title: string
  /** The whole decision, in full sentences that stand alone. */
  readonly says: string
  /** How else a service could have decided. */
  readonly otherwise: readonly (Alternative | Moved)[]
  /** Reason why no answer can show that a service decided otherwise. Without it there is an alternative. */
  readonly unobservable?: string
  /** Ids of assumptions that became part of this one. They are accepted in place of its id, and never reused. */
  readonly was?: readonly Former[]
}

/** Declares an assumption about the API, with its alternatives or the reason for having none. */
export function assume<const Former extends string = never>(
  title: string,
  row: Pick<Assumption<Former>, 'says' | 'was'> &
    (
      | { readonly otherwise: readonly [Alternative | Moved, ...(Alternative | Moved)[]] }
      | { readonly unobservable: string }
    ),
): Assumption<Former> {
  return { title, otherwise: [], ...row }
}

/** Declares an assumption about `svc` and `svc-worker`, which answer nothing. */
export function assumeOfClient<const Former extends string = never>(
  title: string,
  says: string,
  was?: readonly Former[],
): Assumption<Former> {
  return { title, says, otherwise: [], ...(was !== undefined && { was }) }
}

/** Declares an alternative. One that refuses has to say in which case: a row is cited by other answers, too. */
export function alternative<M extends Mutation>(
  says: string,
  asks: string,
  by: M,
  ...[when]: M extends RefuseMutation ? [when: AnswerCase] : [when?: AnswerCase]
): Alternative {
  return { says, asks, by, ...(when !== undefined && { when }) }
}

export const movedTo = (id: string): Moved => ({ movedTo: id })

/** Declares an alternative that `unspecified: vary` draws in another way already. */
export const varied = (says: string, asks: string, by: Mutation, when?: AnswerCase): Alternative => ({
  says,
  asks,
  by,
  varied: true,
  ...(when !== undefined && { when }),
})

/** Reason for having no alternative: paths and names of what the specification does not show. */
export const TOLD_FIRST = 'A client that sends such a request has been told its path and its fields.'

/** Reason for having no alternative: transports. */
export const BELOW_ANSWERS = 'It is decided on the connection, before or after an answer is made.'
