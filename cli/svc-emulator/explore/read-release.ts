import { compareContracts, type SentenceChange } from '../../../emulator/contract/changes.ts'
import { alternatives, mutants } from '../../../emulator/contract/variants.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import type { Problem } from '../../../emulator/engine/checking/problems.ts'
import type { Rules } from '../../../emulator/engine/world/rules.ts'
import { factsFrom, knownDifferences, type FactsDocument } from '../../../emulator/host/facts/facts.ts'
import { readRules } from '../../../emulator/lab/explore/release/options.ts'
import { readDocument } from '../../../emulator/scenario/files.ts'
import type { Io } from '../../shared/io.ts'
import { ownContract, readContract } from '../against/read-contract.ts'

/** The rules of a release, with its changes that no rule can show, one line each. */
export interface ReleaseRules {
  readonly rules: Rules
  readonly left: readonly string[]
}

/**
 * Reads a release: settings, a scenario that has them, facts about a service, or a contract. Throws `EmulatorError` with
 * all problems.
 */
export async function readRelease(file: string, io: Io): Promise<ReleaseRules> {
  const { value, problems, place } = await readDocument(file)
  if (problems.length > 0) throw new EmulatorError(problems)
  if (isObject(value) && Array.isArray(value['clauses']) && !('scenario' in value)) return readChanges(file, io)
  if (!isObject(value) || !('facts' in value))
    return { rules: placed(() => readRules(value, []), place), left: listIgnored(value) }
  const facts = placed(() => factsFrom(value as unknown as FactsDocument), place)
  const { settings, otherwise } = facts
  const rules = { ...settings, ...(otherwise.length > 0 && { otherwise: [...otherwise] }) }
  const left = knownDifferences(facts)
  if (Object.keys(rules).length === 0)
    throw new EmulatorError(
      `${file}: no observation has a setting or an alternative, so no request can be answered by it${left.length === 0 ? '' : `: ${left.join('; ')}`}`,
    )
  return { rules: readRules(rules, ['facts']), left }
}

/** Parts of a scenario that change answers, and are no rules. */
function listIgnored(scenario: unknown): string[] {
  return ['triggers', 'chaos']
    .filter((name) => isObject(scenario) && scenario[name] !== undefined)
    .map((name) => `${name} (only the settings of a scenario are a release)`)
}

/** Calls `read`, and shows its problems at their places in the file. */
function placed<T>(read: () => T, place: (problem: Problem) => Problem): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof EmulatorError ? new EmulatorError(error.problems.map(place)) : error
  }
}

/** The changed sentences of another contract, as ways to break them and as alternatives. */
async function readChanges(file: string, io: Io): Promise<ReleaseRules> {
  const [own, other] = [ownContract(), await readContract(file, io)]
  const isShown = ({ kind }: SentenceChange) => kind !== 'renamed'
  const clauses = compareContracts(own.clauses, other.clauses).filter(isShown)
  const assumptions = compareContracts(own.assumptions ?? [], other.assumptions ?? own.assumptions ?? []).filter(
    isShown,
  )
  const broken = clauses.flatMap(({ id }) => mutants.find(({ statement }) => statement === id)?.id ?? [])
  const otherwise = assumptions.flatMap(({ id }) => alternatives.find(({ statement }) => statement === id)?.id ?? [])
  const shown = new Set([...broken, ...otherwise].map((id) => id.split('/')[0]))
  const left = [...clauses, ...assumptions].filter(({ id }) => !shown.has(id)).map(({ id, kind }) => `${id} (${kind})`)
  if (shown.size === 0)
    throw new EmulatorError(
      `${file}: none of the sentences that it changes has a way to be broken, or an alternative${left.length === 0 ? '' : `: ${left.join(', ')}`}`,
    )
  return { rules: { ...(broken.length > 0 && { broken }), ...(otherwise.length > 0 && { otherwise }) }, left }
}
