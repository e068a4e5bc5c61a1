/** Something that an answer of a mock says otherwise than the API would. */
export interface Remark {
  /** `finding`: it breaks a sentence of the specification. `note`: it differs from an assumption, or from this world. */
  readonly level: 'finding' | 'note'
  /** Continues "GET /users/me …": leaves out `status`. */
  readonly says: string
  /** Id of the clause or the assumption. */
  readonly statement: string
}
