import { plural } from '../../engine/checking/plural.ts'
import { askSubject } from '../questions/ask-subject.ts'
import { questionCase } from '../questions/questions-report.ts'
import { openQuestions, shownQuestions } from '../questions/report.ts'
import type { CheckFinding } from './check-finding.ts'
import type { CheckRow } from './check-row.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/**
 * Open questions of the specification on which a client leans without a word. A client that fails says so, and a test
 * that fails is a question to the owners of the service, and no mistake.
 */
export const questionsRow: CheckRow = {
  name: 'questions',
  counts: 'open question',
  share: { client: 0.6, suite: 1 },
  async ask({ start, accept, live, onCase, kind, begun, formatRerun }) {
    const options = { ...start, accept: accept.questions }
    const report = await askSubject(begun, options, {
      begin: (of) => live.begin(of, 'questions'),
      tried(question) {
        live.tried()
        onCase(questionCase(question))
      },
    })
    const open = openQuestions(report)
    const silent = open.filter((each) => each.silent)
    const isSuite = kind === 'suite'
    return {
      findings: isSuite
        ? []
        : silent.map(({ alternative, otherwise, difference, asks }): CheckFinding => ({
            id: alternative,
            verdict: 'leans-on',
            title: `it goes on if the service decides otherwise what is open: ${otherwise}`,
            because: difference,
            sentence: `To be asked of its owners: ${asks}`,
            again: formatRerun('otherwise', alternative),
          })),
      tried: shownQuestions(report).length,
      left: report.left.length,
      stale: report.stale,
      results: { questions: report.questions },
      ...(isSuite &&
        open.length > 0 && {
          remarks: [`tests depend on ${plural(open.length, 'open question')}: ${ownCommand} questions names them`],
        }),
    }
  },
}
