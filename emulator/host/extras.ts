import { breakAnswer, mutantOf, unknownMutant } from '../broken/break-answer.ts'
import { changedParams, changeRequest } from '../kernel/changed-request.ts'
import { large as largeDocument } from '../fixtures/large.ts'
import { large } from '../fixtures/shipped.ts'
import { checkMatchers } from '../format/check-matchers.ts'
import { matchers } from '../format/matchers.ts'
import { matching } from '../format/matchers-extra.ts'
import { breaking, exporting, importing, unspecifiedModes } from '../kernel/extras.ts'
import { modes } from '../kernel/unspecified/modes.ts'
import { exportState } from '../world/export.ts'
import { importingState } from '../world/import.ts'
import { variedIds } from '../world/stored-id.ts'
import { idIn } from '../world/vary-ids.ts'
import { offerExtrasAtStart } from './extras-at-start.ts'

/** Hands in what few programs need: `broken`, `trace`, `export()` and `state`, `settings.order`, the modes of `unspecified`, matchers, the fixture `large`. */
export function offerExtras(): void {
  breaking.offer({ breakAnswer, unknownMutant, changeRequest, changedParams, breaks: (id) => mutantOf(id)?.breaks })
  offerExtrasAtStart()
  unspecifiedModes.offer(modes)
  variedIds.offer(idIn)
  exporting.offer(exportState)
  importing.offer(importingState)
  matching.offer({ matchers, check: checkMatchers })
  large.offer(largeDocument)
}
