import { plural, times } from '../../../engine/checking/plural.ts'
import type { Verdict } from '../verdict.ts'
import type { Both, ReleasesDifference } from './compare-releases.ts'
import type { JudgedRun } from '../exploration.ts'
import type { CallDifference } from './releases-report.ts'

const deeds: Readonly<Record<Verdict, string>> = {
  survived: 'gets through',
  reported: 'reports the failure',
  hung: 'hangs',
  crashed: 'crashes',
  storm: 'sends requests without end',
  'silent-cut': 'takes a part for the whole',
  'wrong-output': 'claims success with a wrong result',
  'wrong-world': 'claims success and leaves wrong records',
  'leaked-secret': 'shows a secret',
}

/** Sentences about what two clients do in one experiment: what they send, then how they end. */
export function describeRelease(
  { calls, repeated, judged }: ReleasesDifference & { readonly judged: Both<JudgedRun | undefined> },
  names: Both<string>,
): string[] {
  const [old, next] = [judged.old?.judgement.verdict, judged.new?.judgement.verdict]
  const sent = calls.map((each) => sentence(describeCalls(each, names)))
  if (old === undefined) return [sentence(`${names.new} ${deeds[next!]}; ${names.old} does not make this call`)]
  if (next === undefined) return [sentence(`${names.old} ${deeds[old]}; ${names.new} does not make this call`)]
  if (old !== next) return [...sent, sentence(`${names.new} ${deeds[next]}; ${names.old} ${deeds[old]}`)]
  const [more, fewer] = repeated.new > repeated.old ? (['new', 'old'] as const) : (['old', 'new'] as const)
  if (repeated[more] > repeated[fewer])
    return [
      ...sent,
      sentence(
        `${names[more]} leaves ${plural(repeated[more], 'record')} too many; ${names[fewer]} leaves ${repeated[fewer] || 'none'}`,
      ),
    ]
  return sent.length > 0 ? sent : [sentence(`${names.new} leaves other records than ${names.old}`)]
}

/** Says how often two clients send a call: `2.0 sends POST /orgs twice; 1.9 sends it once`. */
export function describeCalls({ call, old, new: next }: CallDifference, names: Both<string>): string {
  const sends = (name: string, what: string, count: number) =>
    count === 0 ? `${name} does not send ${what}` : `${name} sends ${what} ${times(count)}`
  return `${sends(names.new, call, next)}; ${sends(names.old, 'it', old)}`
}

const sentence = (text: string): string => `${text.replace(/^the /, 'The ')}.`

/** Short names of two clients: the word in which their command lines differ, or "the new client". */
export function nameReleases({ old, new: next }: Both<string>): Both<string> {
  const own = (line: string, other: string) => line.split(' ').filter((word) => !other.split(' ').includes(word))
  const [left, right] = [own(old, next), own(next, old)]
  if (left.length !== 1 || right.length !== 1) return { old: 'the old client', new: 'the new client' }
  const [before, after] = [left[0]!, right[0]!]
  const files = { old: lastPart(before), new: lastPart(after) }
  return files.old === files.new ? { old: before, new: after } : files
}

/** Name of the file that a path ends with. */
function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
