import { breakAnswer, mutantOf, unknownMutant } from './broken/break-answer.ts'
import { changedParams, changeRequest } from '../engine/kernel/changed-request.ts'
import { large as largeDocument } from './fixtures/large.ts'
import { large } from './fixtures/shipped.ts'
import { checkMatchers } from '../engine/matching/check-matchers.ts'
import { matchers } from '../engine/matching/matchers.ts'
import { matching } from '../engine/matching/matchers-extra.ts'
import { breaking, exporting, importing, unspecifiedModes } from '../engine/kernel/extras.ts'
import { modes } from '../engine/kernel/unspecified/modes.ts'
import { exportState } from '../engine/world/export.ts'
import { importingState } from '../engine/world/import.ts'
import { variedIds } from '../engine/world/stored-id.ts'
import { idIn } from '../engine/world/vary-ids.ts'
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
