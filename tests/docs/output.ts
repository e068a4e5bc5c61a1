/** Stands for any text within a line; as a whole line, for any number of lines; as a string in JSON, for any value. */
const ANYTHING = '…'

/** Line of progress, which a long command writes every 30 s: how many there are depends on the machine. */
const PROGRESS =
  /^(?:running (?:the (?:clients?|tests) .*|it as it is)|\d+ orders tried|\d+ of \d+ mixes tried.*|\d+ of \d+ (?:experiments|mutants|questions tried|changes tried), .*|\d+ of \d+ calls? tried with other keys.*)\n/gm

/** Compares the output of a command, without its progress, with a page; undefined if they agree. */
export function outputProblem(language: string, shown: string, output: string): string | undefined {
  const actual = output.replaceAll(PROGRESS, '')
  const same =
    language === 'json' ? sameJson(JSON.parse(shown), parsed(actual)) : pattern(shown).test(`${trimmed(actual)}\n`)
  return same ? undefined : `the page shows\n${indented(shown)}\nthe command answered\n${indented(actual)}`
}

function pattern(shown: string): RegExp {
  const source = trimmed(shown)
    .split('\n')
    .map((line) => {
      if (line.trim() === ANYTHING) return '(?:.*\\n)*?'
      return `${line.split(ANYTHING).map(escaped).join('.*')}\\n`
    })
    .join('')
  return new RegExp(`^${source}$`)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Without what no reader sees: space at the ends of lines and around the whole, and colours. */
function trimmed(text: string): string {
  const lines = text
    .replaceAll(/\u001B\[[\d;]*m/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
  return lines.join('\n').replaceAll(/^\n+|\n+$/g, '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function sameJson(shown: unknown, actual: unknown): boolean {
  if (shown === ANYTHING) return actual !== undefined
  if (typeof shown !== 'object' || shown === null || typeof actual !== 'object' || actual === null)
    return shown === actual
  if (Array.isArray(shown) !== Array.isArray(actual)) return false
  const names = new Set([...Object.keys(shown), ...Object.keys(actual)])
  return [...names].every((name) =>
    sameJson((shown as Record<string, unknown>)[name], (actual as Record<string, unknown>)[name]),
  )
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}
