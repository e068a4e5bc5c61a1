import { assumptions, findCurrentAssumption } from '../../contract/assumptions.ts'
import type { SentenceChange } from '../../contract/changes.ts'
import { findCurrentId } from '../../contract/clause-ids.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import { describeVariant } from '../../contract/mutant-texts.ts'
import { alternatives, movedAlternatives, mutants } from '../../contract/variants.ts'
import { shortened } from '../../contract/shortened.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'
import { plural } from '../../engine/checking/plural.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { statementIds } from '../../engine/coverage/statements.ts'
import { catalog } from '../../service/catalog.ts'
import { listCitable } from '../why/units.ts'

/** One way in which the contract may change. */
export interface LeanChange {
  /** Id of a mutant or an alternative; of a statement, where nothing can make the change. */
  readonly id: string
  readonly statement: string
  /** The statement. */
  readonly says: string
  /** Behaviour of the service then; undefined where nothing can make the change. */
  readonly otherwise?: string
  /** Endpoints and commands that a new statement is about; undefined for another statement. */
  readonly units?: readonly string[]
}

/** The changes that words name: mutants, alternatives, and each of those of a statement. Throws `EmulatorError` for others. */
export function nameChanges(words: readonly string[]): LeanChange[] {
  return uniqueChanges(words.flatMap(nameChange))
}

const uniqueChanges = (all: readonly LeanChange[]): LeanChange[] => [
  ...new Map(all.map((each) => [each.id, each])).values(),
]

const MAX_SAID = 200

const rules = new Map<string, string>(assumptions.map(({ id, says }) => [id, says]))

/** The sentence of a clause, or the rule of an assumption, at most so long that a report can hold it. */
export const describeStatement = (statement: string): string =>
  shortened(rules.get(statement) ?? findSentence(statement), MAX_SAID)

const all: readonly LeanChange[] = [...mutants, ...alternatives].map((variant) => ({
  id: variant.id,
  statement: variant.statement,
  says: describeStatement(variant.statement),
  otherwise: variant.setting === 'broken' ? `It ${describeVariant(variant)}.` : describeVariant(variant),
}))

function nameChange(word: string): LeanChange[] {
  const statement = statementIds.find((id) => id === word) ?? findCurrentAssumption(word)
  if (statement !== undefined) return changesTo(statement)
  const one = all.filter(({ id }) => id === (movedAlternatives.get(word) ?? word))
  if (one.length > 0) return one
  if (word.endsWith('.json'))
    throw new EmulatorError(`'${word}' is no sentence: name lean files by --leans, with quotes around a pattern`)
  throw new EmulatorError(explainUnknown(word))
}

function explainUnknown(word: string): string {
  const inGroup = statementIds.filter((id) => id.startsWith(`${word}.`))
  if (inGroup.length > 0)
    return `'${word}' is a group of ${plural(inGroup.length, 'sentence')}: name some of them, such as ${inGroup.slice(0, 3).join(' ')}`
  const none = `there is no sentence, assumption, mutant or alternative '${word}'`
  // The numbers of assumptions resemble each other, whatever was meant.
  if (/^A-\d+$/.test(word)) return `${none}: ${ownCommand} clauses --assumptions lists them`
  const groups = new Set(statementIds.map((id) => id.replace(/\..*$/, '')))
  return none + didYouMeanId(word, [...groups, ...statementIds, ...all.map(({ id }) => id)])
}

function changesTo(statement: string): LeanChange[] {
  const found = all.filter((each) => each.statement === statement)
  return found.length > 0 ? found : [{ id: statement, statement, says: describeStatement(statement) }]
}

/** The changes from one contract to another that a client may notice: new names and other wordings are none. */
export function readChanges(changes: readonly SentenceChange[]): LeanChange[] {
  return uniqueChanges(changes.flatMap(readChange))
}

function readChange({ kind, id, was = id, effect, before = '', now = '' }: SentenceChange): LeanChange[] {
  if (kind === 'renamed' || kind === 'deprecated' || effect === 'rewords') return []
  // A new assumption says what nobody knew before: the service is as it was.
  if (kind === 'added') return /^A-\d+$/.test(id) ? [] : [{ id, statement: id, says: now, units: findUnits(id) }]
  const current = findCurrentId(was) ?? findCurrentAssumption(was)
  // The files name a sentence as the older contract does.
  const known = current === undefined ? [] : changesTo(current)
  if (known.length === 0) return [{ id: was, statement: was, says: before }]
  return known.map((each) => ({ ...each, id: each.id.replace(each.statement, was), statement: was, says: before }))
}

/** Units of the statements nearest to a new one by its id: those that begin like it. All units, where none does. */
function findUnits(id: string): string[] {
  const parts = id.split('.')
  for (let length = parts.length - 1; length > 0; length--) {
    const beginning = `${parts.slice(0, length).join('.')}.`
    const units = catalog.filter((unit) =>
      listCitable(unit.id).some((each) => each !== id && each.startsWith(beginning)),
    )
    if (units.length > 0) return units.map((unit) => unit.id)
  }
  return catalog.map((unit) => unit.id)
}
