/** Runs before `npm publish`: package.json names addresses that a release has to fill. */
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const unfilled = ['homepage', 'repository', 'bugs'].filter((name) =>
  JSON.stringify(manifest[name] ?? 'PLACEHOLDER').includes('PLACEHOLDER'),
)
if (unfilled.length > 0) {
  console.error(
    `release: fill ${unfilled.join(', ')} of package.json with the addresses of the repository that is released`,
  )
  process.exitCode = 1
}
