import { listTests, readImports } from '../helpers/changed-tests.ts'
import { Checkout } from './checkout.ts'
import { readSources, type Edit } from './edits.ts'
import { findNearest } from './nearest-tests.ts'
import { tryEdit, type Stage, type Verdict } from './try-edit.ts'

/** Tries edits one by one. `last` names the last stage of tests for each; `progress` gets the verdicts so far after each. */
export async function tryEdits(
  edits: readonly Edit[],
  last: Stage,
  progress: (verdicts: readonly Verdict[]) => void = () => {},
): Promise<Verdict[]> {
  const sources = readSources()
  const tests = listTests().filter((test) => !test.startsWith('tests/mutants/'))
  const imports = await readImports(tests)
  const nearest = (file: string): string[][] => findNearest(file, tests, imports)
  const checkout = new Checkout()
  try {
    const verdicts: Verdict[] = []
    for (const edit of edits) {
      verdicts.push(tryEdit(edit, { checkout, sources, last, nearest }))
      progress(verdicts)
    }
    return verdicts
  } finally {
    checkout.remove()
  }
}
