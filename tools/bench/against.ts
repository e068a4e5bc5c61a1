/** Compares the build with that of another commit: both, and a bare `node:http`, answer the same requests in turns. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseRounds, costRatio, costText, loadInTurns, type Ratio } from './harness/compare.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'
import { restAnswers } from './workload/bare-answers.ts'
import { cases, startBare, startEmulator } from './workload/cases.ts'

const AT_MOST = 1.05

/** Builds a commit in a folder of its own, and compares the build of this folder with it. */
export function compareWith(ref: string): Bench {
  const commit = git('rev-parse', '--short', '--verify', '--end-of-options', `${ref}^{commit}`)
  return {
    about: `CPU of this build over that of ${ref} (${commit}), in turns; ± is the standard error of a ratio.`,
    async run(options) {
      const folder = mkdtempSync(join(tmpdir(), 'bench-against-'))
      try {
        git('worktree', 'add', '--detach', folder, commit)
        run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
        run(process.execPath, ['tools/build.mjs'], folder)
        return await measureAll(folder, options)
      } finally {
        rmSync(folder, { recursive: true, force: true })
        git('worktree', 'prune')
      }
    },
  }
}

async function measureAll(folder: string, options: BenchOptions): Promise<Measure[]> {
  const held = await restAnswers()
  const measures: Measure[] = []
  for (const [what, make] of Object.entries(cases)) {
    const conversation = (client: number) => make(client, held)
    const { ours, theirs, bare } = await loadInTurns(
      {
        ours: startEmulator('.', conversation),
        theirs: startEmulator(folder, conversation),
        bare: startBare(held, conversation),
      },
      chooseRounds(options),
    )
    const before = `${shown(costRatio(ours, bare))} over bare, ${shown(costRatio(theirs, bare))} before`
    const ratio = costRatio(ours, theirs)
    measures.push({
      what,
      value: ratio.value,
      unit: 'x',
      atMost: AT_MOST,
      detail: `± ${percent(ratio)}; ${before}; ${costText(ours)}, before ${costText(theirs)}, bare ${costText(bare)}`,
    })
  }
  return measures
}

const percent = ({ noise }: Ratio): string => `${(noise * 100).toFixed(1)} %`

const shown = (ratio: Ratio): string => `${ratio.value.toFixed(2)} (± ${percent(ratio)})`

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
