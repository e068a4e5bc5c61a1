/**
 * `npm run release`: everything that a release has to pass, in a clean clone, and what it would publish. It publishes nothing: a tag
 * does (.github/workflows/release.yml). `--dry-run` lets placeholders of tools/release.json, changesets that wait for a release and a
 * registry without audits pass, and says so. `--facts` checks tools/release.json alone: `npm publish` does that first. `--notes` moves the changesets
 * that wait into CHANGELOG.md. Exit code 1 when something does not hold.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { factProblems, facts } from './release/facts.ts'
import { foldChangesets } from './release/notes.ts'
import { changelogProblems, changesetProblems, publishingPlan, waitingChangesets, type Packed } from './release/plan.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const dryRun = process.argv.includes('--dry-run')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const failed: string[] = []
const tolerated: string[] = []

if (process.argv.includes('--notes')) moveNotes()
else checkFacts()
if (!process.argv.includes('--facts') && !process.argv.includes('--notes')) {
  check('clean', () => lines(output('git', ['status', '--porcelain'])))
  check('changelog', () => changelogProblems(readFileSync('CHANGELOG.md', 'utf8'), version))
  checkChangesets()
  checkAudit()
  for (const [name, command] of [
    ['lint', ['run', 'lint']],
    ['types', ['run', 'types']],
    ['test', ['test']],
    // Packs, installs into an empty project, runs each command there, and serves a request.
    ['package', ['run', 'pack:check']],
  ] as const) {
    runStep(name, [...command])
  }
  tellPlan()
}
process.exitCode = failed.length === 0 ? 0 : 1

function checkFacts(): void {
  const problems = factProblems()
  if (!dryRun) return check('facts', () => problems)
  check('facts', () => problems.filter((line) => !line.includes('still a placeholder')))
  if (problems.length > 0) tolerated.push(...problems.map((line) => `tools/release.json: ${line}`))
}

function checkChangesets(): void {
  const left = waitingChangesets(readdirSync('.changeset'))
  check('changesets', () => (dryRun ? [] : changesetProblems(left)))
  if (dryRun) tolerated.push(...changesetProblems(left))
}

/** Moves changesets into the notes of a version that is not released yet, or else into those of the next one. */
function moveNotes(): void {
  const left = waitingChangesets(readdirSync('.changeset'))
  if (left.length === 0) return console.log('notes: no changeset waits')
  if (output('git', ['tag', '--list', `v${version}`]).trim() === '') {
    check('notes', () => {
      try {
        foldChangesets('.changeset', 'CHANGELOG.md', version)
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    })
  } else runStep('notes', ['exec', '--', 'changeset', 'version'])
  if (failed.length > 0) return
  runStep('write', ['run', 'write'])
  console.log('\nnotes: read them in CHANGELOG.md, then commit')
}

function checkAudit(): void {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'audit', ...(dryRun ? [] : ['--', '--strict'])], {
    encoding: 'utf8',
  })
  if (dryRun && stdout.includes('does not answer')) tolerated.push('audit: the registry does not answer audits')
  else check('audit', () => (status === 0 ? [] : lines(stdout)))
}

function runStep(name: string, words: string[]): void {
  console.log(`\n== ${name}: npm ${words.join(' ')}`)
  const { status } = spawnSync('npm', words, { stdio: 'inherit' })
  check(name, () => (status === 0 ? [] : [`npm ${words.join(' ')} ended with exit code ${String(status)}`]))
}

function tellPlan(): void {
  const [packed] = Object.values(
    JSON.parse(output('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])) as Packed[],
  )
  if (packed === undefined) throw new Error('npm pack told nothing of the tarball')
  console.log(`\n${publishingPlan(packed, facts).join('\n')}`)
  if (tolerated.length > 0) console.log(`\nA dry run lets pass what a release refuses:\n${indented(tolerated)}`)
  console.log(failed.length === 0 ? '\nrelease: all well' : `\nrelease: failed: ${failed.join(', ')}`)
}

function check(name: string, findProblems: () => readonly string[]): void {
  const problems = findProblems()
  if (problems.length > 0) failed.push(name)
  console.log(problems.length === 0 ? `ok      ${name}` : `FAILED  ${name}\n${indented(problems)}`)
}

function output(command: string, words: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with exit code ${String(status)}: ${stderr}`)
  return stdout
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function indented(texts: readonly string[]): string {
  return texts.map((line) => `        ${line}`).join('\n')
}
