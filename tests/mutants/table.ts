import type { Verdict } from './try-edit.ts'

/** A table of Markdown with the test that noticed each edit. */
export function makeTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ edit, file, by, stage }) => {
    const noticed =
      by === undefined
        ? `**survived** (${stage})`
        : `${stage}: ${by.file}${by.test === undefined ? '' : `: ${by.test}`}`
    return `| ${edit.name} | ${file} | ${noticed.replaceAll('|', '\\|')} |\n`
  })
  return `| edit | file | noticed by |\n| --- | --- | --- |\n${rows.join('')}`
}

/** Number of noticed edits, and names of the others. */
export function describeShare(verdicts: readonly Verdict[]): string {
  const left = verdicts.filter(({ by }) => by === undefined).map(({ edit }) => edit.name)
  return `${verdicts.length - left.length} of ${verdicts.length} noticed${left.length === 0 ? '' : `; survived: ${left.join(', ')}`}`
}
