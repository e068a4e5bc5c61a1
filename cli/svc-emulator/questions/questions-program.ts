import { given } from '../../../emulator/engine/checking/given.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { askSubject } from '../../../emulator/lab/questions/ask-subject.ts'
import { acceptedAlternatives } from '../../../emulator/lab/questions/accepted.ts'
import { checkQuestionsOptions } from '../../../emulator/lab/questions/options.ts'
import { questionCase, questionsAbout, reportQuestions } from '../../../emulator/lab/questions/questions-report.ts'
import { openQuestions } from '../../../emulator/lab/questions/report.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { askCommand } from '../ask-command.ts'
import { formatRerun } from '../format-rerun.ts'
import { readAccepted } from '../read-accepted.ts'
import type { QuestionsSettings } from './questions-flags.ts'
import { factsFrom, knownDifferences, type FactsDocument } from '../../../emulator/host/facts/facts.ts'
import { loadFacts } from '../../../emulator/scenario/facts-file.ts'
import { namingFlag } from '../../shared/name-flag.ts'

/** Reports the questions that matter to a program or a suite. Throws `ClientError` if there are more than `--max`. */
export async function questionsProgram(settings: QuestionsSettings, io: Io): Promise<void> {
  const { program, reporter, max } = settings
  const subject = program.join(' ')
  const unended = 'the run without an alternative did not end within --budget, so no question was tried'
  const report = await askCommand(settings, io, unended, async () => {
    const facts = await readFacts(settings.facts, io)
    const only = settings.case === undefined ? settings.only : [settings.case]
    const accept = await readAccepted(settings.accept, acceptedAlternatives)
    const options = { ...given({ only, facts }), accept }
    checkQuestionsOptions(options)
    return {
      name: 'questions',
      words: { first: 'running the client as it is', runs: 'questions tried', found: 'matter' },
      title: questionsAbout(subject),
      section: subject,
      start: given({ facts }),
      ask: (begun, { live, start, onCase }) =>
        askSubject(
          begun,
          { ...start, ...options },
          {
            begin: (of) => live.begin(of),
            tried(question) {
              const { matters, accepted, effect, asks } = question
              live.tried(matters && accepted !== true ? `${effect}: ${asks}` : undefined)
              onCase(questionCase(question))
            },
          },
        ),
      // The line may contain --key: it is printed to terminals only, not into pages or annotations.
      report: (found) =>
        reportQuestions(
          found,
          reporter === 'pretty' ? { formatRerun: (id) => formatRerun('exec', { otherwise: id }, settings) } : {},
        ),
      stale: ({ stale }) => [stale, 'it does not matter'],
    }
  })
  const open = openQuestions(report).length
  if (max !== undefined && open > max)
    throw new ClientError(
      'UNEXPECTED',
      `${plural(open, 'open question')} ${open === 1 ? 'matters' : 'matter'}, more than --max ${max}`,
    )
}

/** Reads the file of `--facts`. Lists differences that no setting can reproduce on stderr. */
async function readFacts(file: string | undefined, io: Io): Promise<FactsDocument | undefined> {
  if (file === undefined) return undefined
  const facts = await namingFlag('--facts', () => loadFacts(file))
  const differences = knownDifferences(factsFrom(facts))
  if (differences.length > 0)
    writeNote(
      io,
      [`svc-emulator: ${file}: ${plural(differences.length, 'known difference')}`, ...differences].join('\n  '),
    )
  return facts
}
