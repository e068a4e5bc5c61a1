import { startVitest } from 'vitest/node'

/** Outcome of a test, with the messages of its errors. */
export interface SampleResult {
  readonly state: string
  readonly messages: readonly string[]
}

/** Runs the samples of a folder with vitest, and resolves to their outcomes by name. */
export async function runSamples(folder: string): Promise<ReadonlyMap<string, SampleResult>> {
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      watch: false,
      include: [`emulator/adapters/testing/sample/${folder}/*.sample.ts`],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      reporters: [{}],
    },
    {},
    {},
  )
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const results = new Map<string, SampleResult>()
  for (const test of tests) {
    const { state, errors = [] } = test.result()
    // Vitest reports an error of a fixture twice.
    results.set(test.name, { state, messages: [...new Set(errors.map(({ message }) => message))] })
  }
  await vitest.close()
  return results
}
