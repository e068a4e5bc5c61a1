import { findSentence } from '../../contract/find-sentence.ts'
import { mutants } from '../../contract/variants.ts'
import { groupBy } from '../../engine/checking/counts.ts'
import { plural } from '../../engine/checking/plural.ts'
import { mutantCase } from '../mutation/mutation-report.ts'
import type { MutantOutcome } from '../mutation/report.ts'
import { isHandedOn, survivorsIn } from '../mutation/report.ts'
import { tryMutants } from '../mutation/try-mutants.ts'
import { vary } from '../engine/variant.ts'
import type { CheckFinding } from './check-finding.ts'
import type { CheckRow } from './check-row.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/**
 * Broken sentences that tests do not notice, and those in whose world a client never ends. That a client believes what
 * the service says is no mistake.
 */
export const mutateRow: CheckRow = {
  name: 'mutate',
  counts: 'broken sentence',
  share: { client: 0.9, suite: 0.75 },
  async ask({ kind, begun, live, onCase, accept, formatRerun }) {
    const isSuite = kind === 'suite'
    const again = ({ id, files }: Pick<MutantOutcome, 'id' | 'files'>) => formatRerun('broken', id, files)
    const tried = await tryMutants(begun, mutants.map(vary), {
      live: {
        begin: (of) => live.begin(of, 'mutate'),
        tried(outcome) {
          live.tried()
          onCase(mutantCase(outcome, { rerun: again }))
        },
      },
    })
    const count = (...all: readonly MutantOutcome['status'][]): number =>
      tried.filter(({ status }) => all.includes(status)).length
    const found = isSuite ? survivorsIn({ outcomes: tried }) : tried.filter(({ status }) => status === 'timeout')
    const grave = found.filter(({ id }) => !isSuite || !isHandedOn(id))
    return {
      findings: findByClause(
        grave.filter(({ id }) => !accept.mutate.includes(id)),
        isSuite,
        again,
      ),
      tried: count('killed', 'survived', 'timeout', 'unshown'),
      left: count('undecided'),
      stale: tried.filter(({ id, status }) => status === 'killed' && accept.mutate.includes(id)).map(({ id }) => id),
      results: { mutants: tried.filter(({ status }) => status !== 'unmet' && status !== 'undecided') },
      remarks: grave.length === found.length ? [] : [describeFields(found.length - grave.length)],
    }
  },
}

const describeFields = (count: number): string =>
  `${plural(count, 'broken field')} that a client only hands on: no test notices; ${ownCommand} mutate names them`

function findByClause(
  outcomes: readonly MutantOutcome[],
  isSuite: boolean,
  again: (outcome: MutantOutcome) => string,
): CheckFinding[] {
  return Array.from(groupBy(outcomes, ({ clause }) => clause).values(), ([first, ...others]): CheckFinding => {
    const { id, clause, breaks, metBy } = first!
    const more = others.length === 0 ? '' : `, or is broken in ${plural(others.length, 'other way')}`
    return {
      id,
      verdict: isSuite ? 'unnoticed' : 'hung',
      title: `${isSuite ? 'no test fails' : 'it does not end'} if the service ${breaks}${more}`,
      because: isSuite ? `exercised by ${metBy.slice(0, 3).join(', ') || 'a test without a name'}` : '',
      sentence: findSentence(clause),
      again: again(first!),
    }
  })
}
