import { exploreFault } from '../fault.ts'
import type { ExperimentPlan } from '../plan.ts'
import { fillUntilCut } from '../fill-until-cut.ts'
import { findListings } from '../listings.ts'
import type { Point } from '../points.ts'

export const silentCut = exploreFault({
  name: 'silent-cut',
  group: 'paging',
  clauses: ['pagination.unpaginated.single-page-of-1mb', 'pagination.unpaginated.cut-is-silent'],
  alternatives: ['A-31/3'],
  severity: 65,
  lesson:
    'An unpaginated listing is truncated at 1 MB without a sign: only its size tells, and a record that it lacks may exist.',
  throughout(baseline) {
    const seen = new Set<string>()
    return findListings(baseline, 'unpaginated').flatMap((point: Point): ExperimentPlan[] => {
      const fill = seen.has(point.unit) ? undefined : fillUntilCut(point)
      seen.add(point.unit)
      const variant = point.unit.replaceAll(' ', '')
      const what = `the listing ${point.call} is cut at 1 MB`
      return fill === undefined
        ? []
        : [
            { variant, what, fill, accepts: { by: 'cutListing' } },
            {
              variant: `${variant}-before`,
              what: `${what}, and the records that it held before are beyond the cut`,
              fill,
              settings: { unpaginated_from: 'newest' },
              accepts: { by: 'cutListing' },
            },
          ]
    })
  },
})
