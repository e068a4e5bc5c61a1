import { list, mutant, omit, otherRecord, set } from '../mutation.ts'
import { section } from '../section.ts'

export const revisionsSections = [
  section('Endpoints / Revisions', 'rest', {
    'revisions.list.answers-revisions-of-blob': {
      says: 'List Revisions answers revisions of the named blob and no other.',
      broken: [
        mutant('lists revisions of another blob', set('revisions.*.blob_id', '00000000-0000-4000-8000-00000000dead')),
        mutant('leaves a revision out', list('drop-first', 'revisions')),
        mutant('means another blob', otherRecord('blob_id')),
      ],
    },
    'revisions.list.answers-cursor': {
      says: 'List Revisions answers `cursor` beside the revisions, a string or null.',
      broken: [mutant('answers no `cursor`', omit('cursor'))],
    },
    'revisions.list.null-when-exhausted': {
      says: 'List Revisions answers `cursor` null when the listing is exhausted.',
      broken: [
        mutant('never ends', set('cursor', 'bm90LXRoZS1lbmQ')),
        mutant('leaves the last cursor out', omit('cursor')),
      ],
    },
    'revisions.metadata.under-alias': {
      says: 'Listing the metadata of a revision answers the entries under the named alias.',
      broken: [
        mutant('answers entries of another alias', set('metadata.*.alias', 'another')),
        mutant('answers nothing', set('metadata', [])),
        mutant('means another revision', otherRecord('revision_id')),
      ],
    },
    'blobs.metadata.under-alias': {
      says: 'Listing the metadata of a blob answers the entries under the named alias.',
      broken: [
        mutant('answers entries of another alias', set('metadata.*.alias', 'another')),
        mutant('answers nothing', set('metadata', [])),
        mutant('means another blob', otherRecord('blob_id')),
      ],
    },
  }),
]
