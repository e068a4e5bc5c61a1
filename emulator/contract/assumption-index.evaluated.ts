import { assumptionRows, type AssumptionId } from './assumption-rows.ts'
import type { Alternative, Moved } from './assume.ts'
import { refuseOldRuntime } from './supported-runtime.ts'

// Modules of the CommonJS copy begin here.
refuseOldRuntime()

/** An assumption without its sentences. */
export interface IndexedAssumption {
  readonly id: AssumptionId
  readonly title: string
  readonly was: readonly string[]
  /** Its alternatives without their questions. */
  readonly otherwise: readonly (Omit<Alternative, 'asks'> | Moved)[]
}

function withoutQuestion({ says, by, when, varied }: Alternative, id: AssumptionId): Omit<Alternative, 'asks'> {
  return {
    says,
    by: by.mutator === 'omit-assumed' ? { ...by, assumption: id } : by,
    ...(when !== undefined && { when }),
    ...(varied && { varied }),
  }
}

/** The assumptions without their sentences, in order. The build writes the values out, so that a page loads no prose. */
export const assumptionIndex: readonly IndexedAssumption[] = Object.entries(assumptionRows)
  .toSorted(([a], [b]) => Number(a.slice('A-'.length)) - Number(b.slice('A-'.length)))
  .map(([key, { title, was = [], otherwise }]) => {
    const id = key as AssumptionId
    return {
      id,
      title,
      was,
      otherwise: otherwise.map((each) => ('movedTo' in each ? each : withoutQuestion(each, id))),
    }
  })
