import { UUID } from '../../../emulator/contract/uuid.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'

/** One play of the scenario. */
export interface TrialOutcome {
  readonly seed: number
  readonly ok: boolean
  /** Lines on what was wrong. */
  readonly failures: readonly string[]
  /** File of its bundle. */
  readonly bundle?: string
}

/** Trials that failed in the same way. */
interface TrialFailure {
  readonly says: readonly string[]
  readonly seeds: readonly number[]
  /** How many other differences the first of them has, which may be chance. */
  readonly more: number
}

interface TrialReport {
  readonly lines: readonly string[]
  readonly document: object
}

/** Reports how many trials passed, `pass^k`, and the failures, the most frequent first. */
export function describeTrials(name: string, trials: readonly TrialOutcome[]): TrialReport {
  const passed = trials.filter(({ ok }) => ok).length
  const numbers = powersOfTwo(trials.length).map((k) => [k, passAll(passed, trials.length, k)] as const)
  const failures = groupFailures(
    trials.filter(({ ok }) => !ok),
    trials.length === 1,
  )
  return {
    lines: [
      `${name}: ${passed} of ${trials.length} passed; ${numbers.map(([k, share]) => `pass^${k} ${formatProbability(share)}`).join(', ')}`,
      ...failures.flatMap(({ says, seeds, more }) => [
        `  ${plural(seeds.length, 'trial')}, ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}:`,
        ...says.map((line) => `    ${line}`),
        ...(more > 0 ? [`    ${plural(more, 'more difference')} with \`--seeds ${seeds[0]}\` alone`] : []),
      ]),
    ],
    document: {
      scenario: name,
      trials: trials.length,
      passed,
      pass: Object.fromEntries(numbers),
      failures,
      runs: trials,
    },
  }
}

/**
 * Estimates without bias that `k` further trials all pass: the share of the choices of `k` of the `n` trials in which
 * all passed, C(c,k)/C(n,k).
 */
export function passAll(passed: number, n: number, k: number): number {
  let share = 1
  for (let i = 0; i < k; i++) share *= Math.max(0, passed - i) / (n - i)
  return share
}

/** 1, 2, 4 … up to `n`. */
function powersOfTwo(n: number): number[] {
  return Array.from({ length: Math.floor(Math.log2(n)) + 1 }, (_, power) => 2 ** power)
}

/** Two digits; what is not 0 or 1 is not written as 0 or 1. */
function formatProbability(share: number): string {
  if (share === 0 || share === 1) return String(share)
  if (share < 0.005) return '<0.01'
  return share >= 0.995 ? '>0.99' : share.toFixed(2)
}

/** Differences in what a trial left in the world and in how its program ended, whatever it printed. */
const isKind = /^(?:any_of\[\d+\]\.)?(?:records\[\d+\]|exit|signal)/

/** Groups failures by what a trial left and how it ended, or where neither is wrong, or one trial was played, by all. */
function groupFailures(failed: readonly TrialOutcome[], isOne: boolean): TrialFailure[] {
  const groups = new Map<string, { says: string[]; seeds: number[]; more: number }>()
  for (const { seed, failures } of failed) {
    const kind = isOne ? [] : failures.filter((line) => isKind.test(line))
    const says = (kind.length > 0 ? kind : failures).map((line) => line.replaceAll(new RegExp(UUID, 'g'), '<id>'))
    const group = groups.get(says.join('\n')) ?? { says, seeds: [], more: failures.length - says.length }
    group.seeds.push(seed)
    groups.set(says.join('\n'), group)
  }
  return [...groups.values()].toSorted((a, b) => b.seeds.length - a.seeds.length)
}
