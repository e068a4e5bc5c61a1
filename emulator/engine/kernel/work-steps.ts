import { cutPage } from './pagination.ts'
import { perform } from './perform.ts'
import { performSaved } from './perform-saved.ts'
import { when, withPage, type Features, type Step } from './steps.ts'
import { cutDocumentedPage, keepDocumented, refuseAssumedRequest } from './unspecified/refuse.ts'
import { cutVariedPage, varyFields } from './unspecified/vary.ts'

/** Steps that run a checked request over either transport: the unit, the page of a listing, the fields of its answer. */
export function workSteps(on: Features): Step[] {
  return [
    ...when(on.refuse, refuseAssumedRequest),
    on.saving ? performSaved : perform,
    withPage(on.refuse ? cutDocumentedPage : on.vary ? cutVariedPage : cutPage),
    ...when(on.refuse, keepDocumented),
    ...when(on.vary, varyFields),
  ]
}
