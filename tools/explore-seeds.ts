/** `npx tsx tools/explore-seeds.ts [seeds]`: no correct client of the planted ones has a finding, whatever the seed of its world. Takes minutes. */
import { explore } from '../emulator/lab/index.ts'
import { pairs } from '../tests/explore/planted.ts'

const seeds = Number(process.argv[2] ?? 20)
let experiments = 0
let found = 0
for (let seed = 1; seed <= seeds; seed++) {
  for (const { mistake, right } of pairs) {
    const report = await explore(right, { seed, timeLimit: '10s' })
    experiments += report.experiments.length
    found += report.findings.length
    for (const { verdict, fault, because } of report.findings)
      console.log(`seed ${seed}, the twin of one that ${mistake}: ${verdict} ${fault}: ${because}`)
  }
  console.log(`seed ${seed} of ${seeds}: ${experiments} experiments so far, ${found} findings`)
}
process.exitCode = found > 0 ? 1 : 0
