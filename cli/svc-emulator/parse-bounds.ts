import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { choiceText } from '../../emulator/engine/checking/problems.ts'
import { defaultBounds, type Bounds } from '../../emulator/engine/world/bounds.ts'
import { usageError } from '../shared/client-error.ts'

const names = Object.keys(defaultBounds) as (keyof Bounds)[]

/** The value of `--bounds`: `records=1000000,worlds=10`. */
export function parseBounds(text: string): Partial<Bounds> {
  return Object.fromEntries(text.split(',').map((part) => parseBound(part.trim())))
}

function parseBound(part: string): [keyof Bounds, number] {
  const [name = '', value = ''] = part.split('=')
  if (!(names as string[]).includes(name)) {
    throw usageError(
      `--bounds takes ${choiceText(names)}, each with a number such as records=1000000; it was '${part}'${didYouMean(name, names)}`,
    )
  }
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (number > 0) return [name as keyof Bounds, number]
  throw usageError(`--bounds ${name} takes an integer above 0; it was '${value}'`)
}
