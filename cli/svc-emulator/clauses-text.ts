import { type AssumptionRow, assumptions } from '../../emulator/contract/assumptions.ts'
import { clauses } from '../../emulator/contract/clauses.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'

export interface ContractOptions {
  readonly reporter: 'pretty' | 'json'
  readonly words: readonly string[]
  readonly assumptionsOnly: boolean
}

/** The statements that have all the words. Throws `EmulatorError` when none has. */
export function contractText({ reporter, words, assumptionsOnly }: ContractOptions): string {
  const wanted = words.map((word) => word.toLowerCase())
  const has = (...texts: string[]) => wanted.every((word) => texts.some((text) => text.toLowerCase().includes(word)))
  const shown = assumptionsOnly ? [] : clauses.filter(({ id, section, statement }) => has(id, section, statement))
  const assumed = assumptions.filter(({ id, title, statement }) => has(id, title, statement))
  if (shown.length + assumed.length === 0) {
    const near =
      words.length === 1
        ? didYouMean(
            words[0]!,
            [...clauses, ...assumptions].map(({ id }) => id),
          )
        : ''
    throw new EmulatorError(`no statement has the words '${words.join(' ')}'${near}`)
  }
  return reporter === 'json'
    ? `${JSON.stringify({ clauses: shown, assumptions: assumed }, null, 2)}\n`
    : pretty(shown, assumed)
}

function pretty(shown: readonly (typeof clauses)[number][], assumed: readonly AssumptionRow[]): string {
  const lines: string[] = []
  let heading = ''
  for (const { id, section, statement } of shown) {
    if (section !== heading) lines.push(...(heading === '' ? [] : ['']), section)
    heading = section
    lines.push(`  ${id}`, `      ${statement}`)
  }
  if (assumed.length > 0)
    lines.push(...(lines.length > 0 ? [''] : []), 'Assumptions, where the specification is silent')
  for (const { id, title, statement } of assumed) lines.push(`  ${id}  ${title}`, `      ${statement}`)
  return `${lines.join('\n')}\n`
}
