import { everyTarget, list, moreThanStatus, mutant, noOp, otherRecord } from '../mutation.ts'
import { ofTargets, targets } from '../cases.ts'
import { section } from '../section.ts'

export const credentialsSections = [
  section('Endpoints / Credentials', 'rest', {
    'credentials.list.answers-credentials-of-target': {
      says: 'Listing the credentials of a target answers the credentials of that target and no other.',
      cases: targets,
      broken: [
        mutant('lists the credentials of every target', everyTarget),
        mutant('leaves a credential out', list('drop-first', 'credentials')),
      ],
    },
    'credentials.delete.removes-credential': {
      says: 'Deleting a credential takes its id and removes it.',
      cases: ofTargets,
      broken: [mutant('deletes nothing', noOp), mutant('deletes another credential', otherRecord('id'))],
    },
    'credentials.delete.answers-status-only': {
      says: 'Deleting a credential answers `{status}` alone.',
      broken: [moreThanStatus],
    },
  }),
]
