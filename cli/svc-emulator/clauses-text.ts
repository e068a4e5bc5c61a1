import { type AssumptionRow, assumptions, retiredAssumptions } from '../../emulator/contract/assumptions.ts'
import { type ClauseRow, type SentenceHistory, clauses } from '../../emulator/contract/clauses.ts'
import { contractStamp } from '../../emulator/contract/stamp.ts'
import { ClientError } from '../shared/client-error.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { hasWords } from './has-words.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'

interface ContractOptions {
  readonly reporter: 'pretty' | 'json'
  readonly words: readonly string[]
  readonly assumptionsOnly: boolean
}

/** Formats the statements that contain all the words. Throws `ClientError` if none does. */
export function contractText({ reporter, words, assumptionsOnly }: ContractOptions): string {
  const [retired] = words.length === 1 ? words.filter((word) => retiredAssumptions.has(word)) : []
  if (retired !== undefined)
    throw new EmulatorError(`${retired} is no assumption any more: ${retiredAssumptions.get(retired)} describes it`)
  const has = (...texts: readonly string[]) => hasWords(words, texts)
  const shown = assumptionsOnly
    ? []
    : clauses.filter(({ id, section, statement, was = [] }) => has(id, section, statement, ...was))
  const assumed = assumptions.filter(({ id, title, says, was }) => has(id, title, says, ...was))
  if (shown.length + assumed.length === 0) {
    const near =
      words.length === 1
        ? didYouMean(
            words[0]!,
            [...clauses, ...assumptions].map(({ id }) => id),
          )
        : ''
    throw new ClientError('UNEXPECTED', `no statement has the words '${words.join(' ')}'${near}`)
  }
  return reporter === 'json'
    ? `${JSON.stringify({ contract: contractStamp(), clauses: shown, assumptions: assumed }, null, 2)}\n`
    : pretty(shown, assumed)
}

function pretty(shown: readonly ClauseRow[], assumed: readonly AssumptionRow[]): string {
  const lines: string[] = []
  let heading = ''
  for (const { id, section, statement, ...history } of shown) {
    if (section !== heading) lines.push(...(heading === '' ? [] : ['']), section)
    heading = section
    const past = historyText(history)
    lines.push(`  ${id}`, `      ${statement}`, ...(past === '' ? [] : [`      (${past})`]))
  }
  if (assumed.length > 0)
    lines.push(...(lines.length > 0 ? [''] : []), 'Assumptions, where the specification is silent')
  for (const { id, title, says, was, otherwise } of assumed) {
    lines.push(`  ${id}  ${title}`, `      ${says}`)
    for (const other of otherwise) lines.push(`      ${other.id} otherwise: ${other.says}`)
    if (was.length > 0) lines.push(`      (was ${was.join(', ')})`)
  }
  return `${lines.join('\n')}\n`
}

/** History of a statement in one line; empty for one of the first contract. */
function historyText({ was = [], since, until, effect }: SentenceHistory): string {
  return [
    ...(since === undefined ? [] : [`since ${since}${effect === undefined ? '' : `, ${effect}`}`]),
    ...(was.length === 0 ? [] : [`was ${was.join(', ')}`]),
    ...(until === undefined ? [] : [`deprecated, until ${until}`]),
  ].join('; ')
}
