import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { handle } from '../../host/dispatch.ts'
import { sampleRequest } from '../../host/examples.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { NotedAnswer } from '../../engine/coverage/meetings.ts'
import { describeAnswer } from '../../engine/kernel/describe-answer.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Sample } from '../../engine/kernel/unit/sample.ts'
import { catalog } from '../../service/catalog.ts'
import { putOverlay } from '../engine/put-overlay.ts'
import { isWide } from './units.ts'
import type { WhyVariant } from './variants.ts'

const found = new Map<string, boolean>()

/** True for a change with which nearly any test is green: it alters most successes or most refusals, whatever they are about. */
export function isTrivial(variant: WhyVariant): boolean {
  if (!variant.statements.some(isWide)) return false
  if (!found.has(variant.id)) found.set(variant.id, altersMost(variant))
  return found.get(variant.id)!
}

function altersMost({ overlay }: WhyVariant): boolean {
  const base = createEmulator()
  const [plain, varied] = [base.fork(), base.fork()].map((emulator, n) => {
    if (n === 1) putOverlay(hostOf(emulator).world, overlay)
    return catalog.flatMap((unit) => kinds.map((change) => answer(emulator.fork(), unit, change(unit.sample ?? {}))))
  })
  return [true, false].some((isSuccess) => {
    const places = plain!.flatMap(({ error }, n) => ((error === null) === isSuccess ? [n] : []))
    return places.filter((n) => plain![n]!.content !== varied![n]!.content).length > places.length / 2
  })
}

function answer(emulator: Emulator, unit: Unit, sample: Sample): NotedAnswer {
  void handle(emulator, sampleRequest(unit, sample))
  return describeAnswer([...emulator.journal.raw()][0]!)
}

/** Requests about a sample: one that succeeds, and with an unknown key, a key of little scope, and unknown records. */
const kinds: readonly ((sample: Sample) => Sample)[] = [
  (sample) => sample,
  (sample) => ({ ...sample, as: 'unknown' }),
  (sample) => ({ ...sample, as: 'svc-key-weights-read' }),
  ({ params = {}, body = {}, ...sample }) => ({ ...sample, params: nameNothing(params), body: nameNothing(body) }),
]

const nameNothing = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name.endsWith('id') ? 'none' : value])) as T
