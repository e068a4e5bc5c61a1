import * as v from 'valibot'
import { control } from './definition.ts'
import { journalOf } from './journal-query.ts'

export const exportBundle = control({
  method: 'GET',
  path: '/bundle',
  name: 'export_bundle',
  summary: 'What happened since the start or the last reset in one file: a scenario that plays it again, its fixtures, the journal, the trace and the state. `svc-emulator show` opens it.',
  query: {
    name: v.optional(v.pipe(v.string(), v.description('What the run is called; default `run`.'))),
    problem: v.optional(v.pipe(v.string(), v.description('Why it is kept, such as the error of a test.'))),
  },
  returns: v.looseObject({ bundle: v.number(), scenario: v.looseObject({}), journal: v.array(v.looseObject({})), state: v.looseObject({}) }),
  errors: ['journal_off'],
  async handle({ emulator, query: { name = 'run', problem } }) {
    journalOf(emulator)
    const { bundleOfRun, nameOfRun } = await import('../scenario/run-bundle.ts')
    return bundleOfRun(emulator, { name: nameOfRun(name), about: name, problems: problem === undefined ? [] : [problem] })
  },
})
