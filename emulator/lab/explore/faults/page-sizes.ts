import { exploreFault } from '../fault.ts'
import { findListings } from '../listings.ts'
import type { ExperimentPlan } from '../plan.ts'

export const pageSizes = exploreFault({
  name: 'page-sizes',
  group: 'paging',
  clauses: [
    'pagination.short-page-is-not-the-end',
    'pagination.empty-page-is-not-the-end',
    'pagination.limit-bounds-rows-read',
  ],
  alternatives: ['A-32/1', 'A-349/1', 'A-349/2'],
  severity: 80,
  lesson: 'Only a null cursor means the end: a page may be short, or empty, with more behind it.',
  throughout: (baseline): ExperimentPlan[] =>
    findListings(baseline, 'opaque').length + findListings(baseline, 'record').length === 0
      ? []
      : [
          {
            variant: 'of-one',
            what: 'every page holds one record',
            settings: { page_rows: 1 },
            calls: 60,
            accepts: { by: 'shortPages' },
          },
          {
            variant: 'of-three',
            what: 'every page holds three records',
            settings: { page_rows: 3 },
            calls: 25,
            accepts: { by: 'shortPages' },
          },
          {
            variant: 'empty',
            what: 'an empty page, with a cursor, comes before each page',
            settings: { empty_pages: true },
            calls: 3,
            accepts: { by: 'shortPages' },
          },
          {
            variant: 'no-trailing',
            what: 'the last page ends with a null cursor, with no empty page after it',
            settings: { trailing_page: false },
          },
        ],
})
