import { exploreFault } from '../fault.ts'

/** Seeds with which ids keep their format: an id that a client knows beforehand is also the one in answers. */
export const SEEDS = [11, 19, 21]

export const varied = exploreFault({
  name: 'varied',
  group: 'unspecified',
  clauses: [],
  severity: 30,
  lesson: 'Where the specification is silent, fields, orders, page sizes and prose can change.',
  throughout: () =>
    SEEDS.map((seed) => ({
      variant: `seed-${seed}`,
      what: `everything that is unspecified is varied (seed ${seed})`,
      // Open questions are asked one at a time, not of every client.
      settings: { unspecified: 'vary' as const, omit_fields: false, otherwise: [] },
      seed,
      accepts: { by: 'shortPages' as const },
      calls: 30,
    })),
})
