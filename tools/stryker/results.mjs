import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'tools/stryker/results.json'

/** What each room gave when it was mutated last, by name: numbers by outcome, the score, and each mutant that no test noticed. */
export function results() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Takes the last run of Stryker into results.json, as that of a room. */
export function keep(room) {
  const { files } = JSON.parse(readFileSync(`coverage/stryker/${room.replaceAll('/', '-')}.json`, 'utf8'))
  const result = resultOf(files)
  writeFileSync(file, `${JSON.stringify({ ...results(), [room]: result }, null, 2)}\n`)
  return result
}

/** Score as Stryker counts it: found over all that can be found; what no test runs counts as not found. */
export function resultOf(files) {
  const mutants = Object.entries(files).flatMap(([path, { mutants }]) => mutants.map((mutant) => ({ ...mutant, path })))
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const killed = count('Killed')
  const timeout = count('Timeout')
  // A run that broke says nothing of its mutant.
  const missed = mutants.filter(({ status }) => ['Survived', 'NoCoverage', 'RuntimeError'].includes(status))
  return {
    killed,
    timeout,
    survived: count('Survived', 'RuntimeError'),
    not_run: count('NoCoverage'),
    ignored: count('Ignored'),
    invalid: count('CompileError'),
    score: scoreOf(killed + timeout, missed.length),
    survivors: missed.map(({ path, location: { start }, mutatorName, replacement, status }) => {
      return `${path}:${start.line}:${start.column} ${mutatorName}${status === 'NoCoverage' ? ' (no test runs it)' : ''}: ${oneLine(replacement)}`
    }),
  }
}

/** Percent, never rounded up to a score that was not reached. */
export function scoreOf(found, missed) {
  return Math.floor((1000 * found) / (found + missed)) / 10
}

function oneLine(text = '') {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
