import { plural } from '../../../emulator/engine/checking/plural.ts'
import { printable } from '../../../emulator/engine/checking/printable.ts'
import { compareRequests, type RequestsComparison } from '../../../emulator/lab/shrink/compare-requests.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { readBundle } from '../read-bundle.ts'
import type { DiffSettings } from './diff-files.ts'

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
