import { apiKeyClauses } from './clauses/api-key.ts'
import { apiKeysClauses } from './clauses/api-keys.ts'
import { authenticationClauses } from './clauses/authentication.ts'
import { clientLoginClauses } from './clauses/client-login.ts'
import { clientLoginRulesClauses } from './clauses/client-login-rules.ts'
import { clientLogoutClauses } from './clauses/client-logout.ts'
import { clientProfileClauses } from './clauses/client-profile.ts'
import { clientStoreClauses } from './clauses/client-store.ts'
import { clientWhoamiClauses } from './clauses/client-whoami.ts'
import { credentialsClauses } from './clauses/credentials.ts'
import { envelopeClauses } from './clauses/envelope.ts'
import { errorsClauses } from './clauses/errors.ts'
import { eventsClauses } from './clauses/events.ts'
import { identifiersClauses } from './clauses/identifiers.ts'
import { membersClauses } from './clauses/members.ts'
import { organizationsClauses } from './clauses/organizations.ts'
import { pageShapesClauses } from './clauses/page-shapes.ts'
import { paginationClauses } from './clauses/pagination.ts'
import { revisionClauses } from './clauses/revision.ts'
import { revisionsClauses } from './clauses/revisions.ts'
import { serviceClauses } from './clauses/service.ts'
import { serviceAccountsClauses } from './clauses/service-accounts.ts'
import { userClauses } from './clauses/user.ts'
import { usersClauses } from './clauses/users.ts'
import { versioningClauses } from './clauses/versioning.ts'
import type { ClauseId } from './statement-names.ts'

export type { ClauseRow, Wire } from './clause-row.ts'

/** Every testable statement of the specification, in its order. */
export const clauses = [
  ...serviceClauses,
  ...identifiersClauses,
  ...userClauses,
  ...apiKeyClauses,
  ...revisionClauses,
  ...envelopeClauses,
  ...paginationClauses,
  ...pageShapesClauses,
  ...usersClauses,
  ...apiKeysClauses,
  ...membersClauses,
  ...credentialsClauses,
  ...organizationsClauses,
  ...revisionsClauses,
  ...authenticationClauses,
  ...serviceAccountsClauses,
  ...eventsClauses,
  ...errorsClauses,
  ...versioningClauses,
  ...clientStoreClauses,
  ...clientLoginClauses,
  ...clientLoginRulesClauses,
  ...clientLogoutClauses,
  ...clientWhoamiClauses,
  ...clientProfileClauses,
] as const satisfies readonly { readonly id: ClauseId }[]
