import { expect, it } from 'vitest'
import { readText, writtenFiles } from './write.ts'

// Citations take all scenarios and cases of the conformance: write-citations.test.ts is among the long tests.
it.each(writtenFiles.filter(({ path }) => !path.endsWith('/citations.json')))(
  '$path is current: run npm run write',
  async ({ path, text }) => {
    expect(readText(path)).toBe(await text())
  },
)
