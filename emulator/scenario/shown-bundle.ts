import type { Bundle } from './bundle.ts'
import { relabel } from './labels.ts'
import type { Scenario } from './schema.ts'
import type { StepResult } from './result.ts'
import { StandIns } from './stand-ins.ts'

/**
 * A bundle for a page, which people share: without secrets. Keys, tokens and values of credentials are replaced by
 * stand-ins, equal ones by equal ones. An emulator can continue from its states, with stand-ins as keys, and repeat its
 * scenario.
 */
export interface ShownBundle extends Pick<Bundle, 'scenario' | 'fixtures' | 'state' | 'journal' | 'trace' | 'undo'> {
  readonly svc_emulator_page: 1
  readonly name: string
  readonly about: string
  /** The reason for keeping the run: errors of a test, or failed steps of a scenario. */
  readonly problems: readonly string[]
  /** Steps of the scenario that was replayed, with the entries that each made. */
  readonly steps: readonly ShownStep[]
  /**
   * Number of the entry that the page opens on: the last one of the step that failed, or the last request before a test
   * failed.
   */
  readonly opens?: number
}

/** A step of a scenario, as the page of its run shows it. */
export type ShownStep = Pick<StepResult, 'number' | 'title' | 'status' | 'reasons' | 'entries'>

/** Data of a page that begins with the starter world in place of a run. */
export interface ShownStarter {
  readonly svc_emulator_starter: 1
}

export function shownBundle(bundle: Bundle): ShownBundle {
  const { contract, scenario, fixtures, result, state, journal, trace, undo } = bundle
  const standIns = new StandIns().noteState(state).noteUndo(undo).noteData(fixtures).noteScenario(scenario)
  const shown = standIns.noteResult(result).result(result)
  const opens = findFirstLook(result, journal)
  return {
    svc_emulator_page: 1,
    name: standIns.text(scenario.name),
    about: standIns.text(scenario.about ?? ''),
    state: standIns.state(state),
    journal: standIns.value(journal),
    ...(trace !== undefined && { trace: standIns.value(trace) }),
    ...(undo !== undefined && { undo: undo.map((step) => standIns.undo(step)) }),
    scenario: standIns.scenario(relabel(scenario, contract).document as Scenario),
    fixtures: fixtures.map((fixture) => standIns.fixture(fixture)),
    problems: findProblems(shown),
    steps: shown.steps.map(({ number, title, status, entries, ...step }) => ({
      number,
      title,
      status,
      reasons: listReasons(step),
      ...(entries !== undefined && { entries }),
    })),
    ...(opens !== undefined && { opens }),
  }
}

/** Problems of failed steps, and of the whole run. */
function findProblems({ steps, problems }: Bundle['result']): string[] {
  const failed = steps.filter(({ status }) => status === 'failed')
  return [
    ...failed.map(({ number, title, ...step }) => [`Step ${number}, ${title}`, ...listReasons(step)].join('\n')),
    ...problems,
  ]
}

/** Why a step failed, and the triggers that made its answer. */
function listReasons({ reasons, injected = [] }: Pick<StepResult, 'reasons' | 'injected'>): string[] {
  return [...reasons, ...injected]
}

/** Number of the entry at which the run failed; undefined if it did not fail, or if the failed step has no entry. */
function findFirstLook({ ok, steps }: Bundle['result'], journal: Bundle['journal']): number | undefined {
  if (ok) return undefined
  const failed = steps.find(({ status }) => status === 'failed')
  // Bundles of earlier releases do not say which entries a step made: the failed one was the last.
  const isKnown = steps.some(({ entries }) => entries !== undefined)
  if (failed !== undefined && isKnown && failed.entries === undefined) return undefined
  const [from, to] = failed?.entries ?? [1, Infinity]
  const entries = journal.filter(({ number, other_branch: other }) => number >= from && number <= to && other !== true)
  return (entries.findLast(({ request }) => request !== null) ?? entries.at(-1))?.number
}
