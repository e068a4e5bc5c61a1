import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { printable } from '../../../emulator/engine/checking/printable.ts'
import { compareRequests, type RequestsComparison } from '../../../emulator/lab/shrink/compare-requests.ts'
import { bundleProblems, type Bundle } from '../../../emulator/scenario/bundle.ts'
import { findKind } from '../../../emulator/scenario/check.ts'
import { readDocument } from '../../../emulator/scenario/files.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { fetchBundle } from '../fetch-bundle.ts'
import { namesRunning } from '../names-running.ts'

interface DiffSettings {
  readonly before: string
  readonly after: string
  readonly reporter: 'pretty' | 'json'
  readonly failsOnDifference: boolean
  readonly controlToken: string | undefined
}

/** Prints the first request in which the runs of two bundles differ. Throws `ClientError` when that is a failure. */
export async function diffRequests(settings: DiffSettings, io: Io): Promise<void> {
  const { before, after, reporter, failsOnDifference, controlToken: token } = settings
  const found = compareRequests((await readBundle(before, token)).journal, (await readBundle(after, token)).journal)
  io.stdout.write(reporter === 'json' ? `${JSON.stringify(found, null, 2)}\n` : formatComparison(found))
  if (failsOnDifference && found.difference !== null)
    throw new ClientError('UNEXPECTED', `${printable(before)} and ${printable(after)} differ`)
}

function formatComparison({ same, requests: [first, second], difference }: RequestsComparison): string {
  const counts = `${plural(same, 'request')} the same, of ${first} and ${second}`
  if (difference === null) return `no difference: ${counts}\n`
  const [one, other] = difference.entries
  const place = other === null ? `entry ${one} of the first run` : `entry ${other}`
  return `${printable(`The same until ${place}: then ${difference.what}.`)}\n${counts}\n`
}

/** Reads the bundle in a file, or that of a running emulator. */
async function readBundle(source: string, token: string | undefined): Promise<Bundle> {
  if (namesRunning(source)) return fetchBundle(source, token)
  const document = await readDocument(source)
  if (document.problems.length > 0) throw new EmulatorError(document.problems)
  if (findKind(document.value) !== 'bundle')
    throw new EmulatorError(
      `${source} is no bundle: expected what a failed test, replay --bundle-on-failure or GET /__emulator/bundle writes`,
    )
  const problems = bundleProblems(document.value)
  if (problems.length > 0) throw new EmulatorError(problems.map((problem) => document.place(problem)))
  return document.value as Bundle
}
