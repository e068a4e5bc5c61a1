import {
  admitWhen,
  everyTarget,
  list,
  moreThanStatus,
  mutant,
  noOp,
  otherRecord,
  refuse,
  set,
  undo,
} from '../mutation.ts'
import { section } from '../section.ts'

export const organizationsSections = [
  section('Endpoints / Organizations', 'rest', {
    'orgs.delete.answers-status-only': {
      says: 'Deleting an organization answers `{status}` alone.',
      broken: [moreThanStatus],
    },
    'orgs.delete.by-uuid': {
      says: 'Deleting an organization takes its UUID.',
      broken: [
        mutant('does not find the organization', refuse('org_not_found')),
        mutant('deletes another organization', otherRecord('org_id')),
      ],
    },
    'orgs.delete.by-alias': {
      says: 'Deleting an organization takes its alias.',
      broken: [
        mutant('does not find the organization', refuse('org_not_found')),
        mutant('deletes another organization', otherRecord('org_id')),
      ],
    },
    'orgs.delete.deletes-everything-in-it': {
      says: 'Deleting an organization deletes everything in it.',
      cases: [
        'with a blob',
        'with a revision',
        'with a definition',
        'with a session',
        'with a schedule',
        'with an execution',
        'with a key',
        'with a credential',
      ],
      broken: [
        mutant('deletes nothing', noOp),
        mutant('keeps the blobs of the organization', undo('blobs')),
        mutant('keeps its keys', undo('api_keys')),
        mutant('keeps its sessions', undo('sessions')),
      ],
    },
    'orgs.blobs.answers-blobs-of-org': {
      says: 'Listing the blobs of an organization answers blobs of that organization and no other.',
      broken: [
        mutant(
          'lists the blobs of another organization',
          set('blobs.*.org_id', '00000000-0000-4000-8000-00000000dead'),
        ),
        mutant('leaves a blob out', list('drop-first', 'blobs')),
        mutant('lists the blobs of every organization', everyTarget),
      ],
    },
    'orgs.blobs.filters-by-visibility': {
      says: 'Listing the blobs of an organization may filter by visibility.',
      broken: [
        mutant('filters nothing', everyTarget),
        mutant('answers no blob that was asked for', set('blobs', [])),
        mutant('takes private blobs for public ones', admitWhen({ blobs: { visibility: 'public' } })),
      ],
    },
  }),
]
