import { plural } from '../../engine/checking/plural.ts'
import { shortened } from '../../contract/shortened.ts'
import type { ShrinkReport } from './report.ts'
import type { Size } from './small.ts'

const MAX_SHOWN = 400

/** Lines for people about the sizes and the failure. */
export function shrinkLines({ failure, from, to, tries, others, isLeast, notes }: ShrinkReport): string[] {
  const otherwise = others.reduce((count, { times }) => count + times, 0)
  const runs = `${plural(tries, 'run')}${otherwise === 0 ? '' : `, ${otherwise} of them failed otherwise`}`
  return [
    `${sizeChange(from, to)} (${runs})${isLeast ? '' : '; stopped early, so less may do'}`,
    `Still fails: ${shortened(failure.join('; '), MAX_SHOWN)}`,
    ...notes.map((note) => `Note: ${note}`),
  ]
}

/** `438 records to 15, 12 steps to 2` */
function sizeChange(from: Size, to: Size): string {
  const parts = (['records', 'steps', 'triggers'] as const).flatMap((name) =>
    from[name] === 0 && name !== 'records' ? [] : [`${plural(from[name], name.slice(0, -1))} to ${to[name]}`],
  )
  return parts.join(', ')
}
