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
import type { SectionId } from './section.ts'

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
