import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { Failing } from './failing.ts'
import { comparableFailure } from './same-failure.ts'
import { Small } from './small.ts'

/** Nothing fails, so that nothing can be made smaller. */
export class NothingFails extends EmulatorError {}

type Failure = readonly string[]

/**
 * Runs twice, and in an empty world where a client fails and no step of a scenario. Resolves to the failure that a
 * smaller world can have. Rejects with `NothingFails` for a run that passes, and with `EmulatorError` for a failure that
 * does not repeat, or that is the same in every world.
 */
export async function findFailure(failing: Failing, whole: Small): Promise<Failure> {
  const first = whole.open()
  const failure = await failing.run(first, whole.scenario)
  if (failure === undefined) throw new NothingFails(`${failing.name} does not fail, so there is nothing to shrink`)
  requireSame(failing.name, failure, await failing.run(whole.open(), whole.scenario))
  await requireWorld(failing, whole, failure, first)
  return failure
}

/** Throws `EmulatorError` where a failure did not repeat in an equal world. */
export function requireSame(name: string, failure: Failure, again: Failure | undefined): void {
  if (again !== undefined && comparableFailure(again) === comparableFailure(failure)) return
  const then = again === undefined ? 'passed' : `failed otherwise (${oneLine(again)})`
  throw new EmulatorError(
    `'${name}' does not fail the same way twice: in one world it failed (${oneLine(failure)}), then in an equal one it ${then}. Expected a failure that repeats: look for what is random, or left by the run before`,
  )
}

/** Throws `EmulatorError` where a client fails in the same way in an empty world. */
export async function requireWorld(failing: Failing, whole: Small, failure: Failure, first?: Emulator): Promise<void> {
  const { name, steps = [] } = whole.scenario
  if (steps.length > 0) return
  const empty = Small.load({ scenario: 1, name, world: { fixtures: [] } })
  const instead = await failing.run(empty.open(), empty.scenario)
  if (instead === undefined || comparableFailure(instead) !== comparableFailure(failure)) return
  throw new EmulatorError(
    isSilent(failing, first)
      ? `'${failing.name}' made no request to the emulator: its failure does not depend on the world: ${oneLine(failure)}. Expected requests to ${failing.addressFrom}: check the command, what it loads, and where it takes its address from`
      : `'${failing.name}' fails in an empty world, too: its failure does not depend on the world: ${oneLine(failure)}. Expected a failure that records, triggers or settings lead to: check its key, its requests, and what fails before them`,
  )
}

/** True for a client that has sent no request to the emulator of its first run. */
function isSilent({ addressFrom, hasAsked = hasEntries }: Failing, first: Emulator | undefined): boolean {
  return addressFrom !== undefined && first !== undefined && !hasAsked(first)
}

const hasEntries = ({ journal }: Emulator): boolean => journal.length > 0

function oneLine(failure: Failure): string {
  return failure.join('; ').replaceAll(/\s*\n\s*/g, ' ')
}
