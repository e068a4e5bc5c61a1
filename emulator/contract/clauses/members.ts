import { everyTarget, lets, list, moreThanStatus, mutant, noOp, otherRecord, refuse } from '../mutation.ts'
import { section } from '../section.ts'

export const membersSections = [
  section('Endpoints / Members', 'rest', {
    'members.list.answers-members-of-target': {
      says: 'Listing the members of a target answers the members of that target and no other.',
      cases: ['org', 'blob'],
      broken: [
        mutant('lists the members of every target', everyTarget),
        mutant('leaves a member out', list('drop-first', 'members')),
      ],
    },
    'members.delete.takes-member-id': {
      says: 'Deleting a member takes the id of the member record and removes that membership.',
      cases: ['of an org', 'of a blob'],
      broken: [mutant('deletes nothing', noOp), mutant('deletes another member', otherRecord('id'))],
    },
    'members.delete.answers-status-only': {
      says: 'Deleting a member answers `{status}` alone.',
      broken: [moreThanStatus],
    },
    'members.delete.needs-admin': {
      says: 'Deleting a member without `admin` access to its target is refused with 403 `forbidden`.',
      cases: ['of an org', 'of a blob'],
      broken: lets('anybody delete members'),
    },
    'members.delete.needs-human': {
      says: 'Deleting a member without a human behind the request is refused with 403 `forbidden`.',
      cases: ['of an org', 'of a blob'],
      broken: lets('a request without a human delete members'),
    },
    'members.delete.service-account-refused': {
      says: 'Deleting a member with the own key of a service account is always refused with 403 `forbidden`.',
      cases: ['of an org', 'of a blob'],
      broken: lets('a service account delete members'),
    },
    'members.delete.acting-token-admitted': {
      says: 'Deleting a member with an acting token is admitted.',
      cases: ['of an org', 'of a blob'],
      broken: [mutant('refuses acting tokens', refuse('forbidden'))],
    },
  }),
]
