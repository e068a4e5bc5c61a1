import { exploreFault } from '../fault.ts'

const SEEDS = [11, 12, 13]

export const varied = exploreFault({
  name: 'varied',
  group: 'unspecified',
  clauses: [],
  severity: 30,
  lesson: 'Where the specification is silent the service may do otherwise: other fields, orders, page sizes and prose.',
  throughout: () => SEEDS.map((seed) => ({ variant: `seed-${seed}`, what: `everything that is unspecified is varied (seed ${seed})`, settings: { unspecified: 'vary' as const, omit_fields: false }, seed, varies: true as const, calls: 30 })),
})
