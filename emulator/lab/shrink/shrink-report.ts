import { plural } from '../../engine/checking/plural.ts'
import { shortened } from '../../contract/shortened.ts'
import { yamlText } from '../../scenario/record/yaml-text.ts'
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

/** The scenario as a file, with the failure above it. */
export function shrinkText({ scenario, subject, failure }: ShrinkReport): string {
  return yamlText(scenario, [
    `Made smaller by svc-emulator shrink, from ${subject}.`,
    `Still fails: ${failure.join('; ')}`,
  ])
}

/** Progress of the work: `120 records, 3 steps after 14 runs`. */
export function shrinkProgress(least: Size, tries: number): string {
  const steps = least.steps > 1 ? `, ${plural(least.steps, 'step')}` : ''
  return `${plural(least.records, 'record')}${steps} after ${plural(tries, 'run')}`
}

/** `438 records to 15, 12 steps to 2` */
export function sizeChange(from: Size, to: Size): string {
  const parts = (['records', 'steps', 'triggers'] as const).flatMap((name) =>
    from[name] === 0 && name !== 'records' ? [] : [`${plural(from[name], name.slice(0, -1))} to ${to[name]}`],
  )
  return parts.join(', ')
}
