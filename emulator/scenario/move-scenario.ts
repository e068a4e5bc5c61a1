import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isPath } from './files.ts'
import { SCENARIO_FOLDER } from './run/client-command.ts'
import type { Scenario } from './schema.ts'

const variable = `\${${SCENARIO_FOLDER}}`

/** A scenario of a file in `from` for one in `to`: its steps and fixtures name the same files. */
export function moveScenario(scenario: Scenario, from: string, to: string): Scenario {
  if (resolve(from) === resolve(to)) return scenario
  const { world, steps } = scenario
  const fixtures = world?.fixtures?.map((name) =>
    isPath(name) && !isAbsolute(name) ? relative(to, join(from, name)).replaceAll(sep, '/') : name,
  )
  return {
    ...scenario,
    ...(fixtures && { world: { ...world, fixtures } }),
    ...(steps && { steps: mapTexts(steps, (text) => moveText(text, from, to)) }),
  }
}

/** A text of a step that names files by the folder of their scenario, for a file in `to`. */
export function moveText(text: string, from: string, to: string): string {
  const way = relative(to, from).replaceAll(sep, '/')
  return way === '' ? text : text.replaceAll(variable, `${variable}/${way}`)
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)])) as T
}
