import type { Case } from './cases.ts'
import { apiKeySections } from './clauses/api-key.ts'
import { apiKeysSections } from './clauses/api-keys.ts'
import { authenticationSections } from './clauses/authentication.ts'
import { clientLoginSections } from './clauses/client-login.ts'
import { clientLoginRulesSections } from './clauses/client-login-rules.ts'
import { clientLogoutSections } from './clauses/client-logout.ts'
import { clientProfileSections } from './clauses/client-profile.ts'
import { clientStoreSections } from './clauses/client-store.ts'
import { clientWhoamiSections } from './clauses/client-whoami.ts'
import { credentialsSections } from './clauses/credentials.ts'
import { envelopeSections } from './clauses/envelope.ts'
import { errorsSections } from './clauses/errors.ts'
import { eventsSections } from './clauses/events.ts'
import { identifiersSections } from './clauses/identifiers.ts'
import { membersSections } from './clauses/members.ts'
import { organizationsSections } from './clauses/organizations.ts'
import { pageShapesSections } from './clauses/page-shapes.ts'
import { paginationSections } from './clauses/pagination.ts'
import { revisionSections } from './clauses/revision.ts'
import { revisionsSections } from './clauses/revisions.ts'
import { serviceSections } from './clauses/service.ts'
import { serviceAccountsSections } from './clauses/service-accounts.ts'
import { userSections } from './clauses/user.ts'
import { usersSections } from './clauses/users.ts'
import { versioningSections } from './clauses/versioning.ts'
import type { SectionId, Sentence, SentenceHistory, Wire } from './section.ts'

export type { SentenceHistory, Wire } from './section.ts'

/** The specification by its headings, in its order. */
export const sections = [
  ...serviceSections,
  ...identifiersSections,
  ...userSections,
  ...apiKeySections,
  ...revisionSections,
  ...envelopeSections,
  ...paginationSections,
  ...pageShapesSections,
  ...usersSections,
  ...apiKeysSections,
  ...membersSections,
  ...credentialsSections,
  ...organizationsSections,
  ...revisionsSections,
  ...authenticationSections,
  ...serviceAccountsSections,
  ...eventsSections,
  ...errorsSections,
  ...versioningSections,
  ...clientStoreSections,
  ...clientLoginSections,
  ...clientLoginRulesSections,
  ...clientLogoutSections,
  ...clientWhoamiSections,
  ...clientProfileSections,
]

/** Id of a clause: a testable statement of the specification. */
export type ClauseId = SectionId<(typeof sections)[number]>

/** Id of a clause about the client or its worker: no server sees whether it holds. */
export type ClientClauseId = Extract<ClauseId, `client.${string}` | `worker.${string}`>

/** Id of a clause about the API, which an emulator counts. */
export type ApiClauseId = Exclude<ClauseId, ClientClauseId>

/** A testable statement of the specification. */
export interface ClauseRow extends SentenceHistory {
  /** Dotted kebab-case, grouped by the specification's headings. */
  readonly id: ClauseId
  /** Its heading, outermost first, separated by " / ". */
  readonly section: string
  readonly wire: Wire
  /** One sentence that a test could contradict. */
  readonly statement: string
}

/** All clauses, in the order of the specification. */
export const clauses: readonly ClauseRow[] = sections.flatMap(({ heading, wire, rows }) =>
  Object.entries(rows).map(([id, row]) => {
    const { says, was, since, until, effect }: Sentence = typeof row === 'string' ? { says: row } : row
    return {
      id: id as ClauseId,
      section: heading,
      wire,
      statement: says,
      ...(was !== undefined && { was }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(effect !== undefined && { effect }),
    }
  }),
)

/** Cases of the clauses that range over several. */
export const casesByClause: ReadonlyMap<string, readonly Case[]> = new Map(
  sections.flatMap(({ rows }) =>
    Object.entries<string | Sentence>(rows).flatMap(([id, row]) =>
      typeof row === 'string' || row.cases === undefined ? [] : [[id, row.cases] as const],
    ),
  ),
)

/** Ids of the clauses, in order. */
export const clauseIds: readonly ClauseId[] = clauses.map(({ id }) => id)

const clientClauses: ReadonlySet<string> = new Set(clauses.filter(({ wire }) => wire === 'client').map(({ id }) => id))

/** True for the id of a clause about the client or its worker. */
export function isClientClause(id: string): id is ClientClauseId {
  return clientClauses.has(id)
}

const current: ReadonlyMap<string, ClauseId> = new Map([
  ...clauses.flatMap(({ id, was = [] }) => was.map((earlier) => [earlier, id] as const)),
  ...clauseIds.map((id) => [id, id] as const),
])

/** Current id of a clause, by that id or an earlier one; undefined for an id that this contract never had. */
export function findCurrentId(id: string): ClauseId | undefined {
  return current.get(id)
}
