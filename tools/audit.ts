/**
 * `npm run audit`: what the registry knows against the packages that reach users, bundled ones too. Exit code 1 where it knows something.
 * A registry that does not answer audits is told, and no failure; with `--strict`, as for a release, it is one.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { auditProblems, bundledPackages } from './release/audit.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
const shipped = [
  ...Object.keys(dependencies),
  ...bundledPackages(readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8')),
]

// On Windows npm is a script, which only a shell starts.
const { stdout } = spawnSync('npm audit --json', { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: true })
const problems = auditProblems(stdout, shipped)
if (problems === undefined) {
  console.log('audit: the registry does not answer audits')
  process.exitCode = process.argv.includes('--strict') ? 1 : 0
} else {
  console.log([...problems, `audit: ${problems.length} of ${shipped.length} packages that reach users`].join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
}
