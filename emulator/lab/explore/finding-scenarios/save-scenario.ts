import { relative, resolve, sep } from 'node:path'
import { contractStamp } from '../../../contract/stamp.ts'
import { tableNames } from '../../../engine/matching/schema-common.ts'
import { isPath, relativeTo } from '../../../scenario/files.ts'
import type { LoadedScenario } from '../../../scenario/loaded-scenario.ts'
import { ownCommand } from '../../../engine/checking/own-command.ts'
import { yamlText } from '../../../scenario/record/yaml-text.ts'
import type { RunStep } from '../../../scenario/schema-steps.ts'
import { REQUEST_MS } from '../../engine/put-overlay.ts'
import type { Environment } from '../../../scenario/run/program-environment.ts'
import { programStep } from '../../subjects/program-step.ts'
import type { ExperimentPlan } from '../plan.ts'

/** A client and its world, as a command line gave them, and where scenarios are to be written. */
export interface Asked {
  readonly settings: {
    readonly program: readonly string[]
    readonly fixtures: readonly string[] | undefined
    readonly seed: number | undefined
  }
  /** Secret of its key. */
  readonly key: string
  /** Scenario of the explored world; undefined if there was none. */
  readonly loaded: LoadedScenario | undefined
  /** Paths in the scenarios begin here. */
  readonly folder: string
  readonly env: Environment
}

/** Content of a scenario of a finding. */
interface Shown {
  /** Words of its name. */
  readonly title: string
  readonly about: string
  /** Name of the step. */
  readonly says: string
  /** Value of `--case` that shows it again. */
  readonly case: string
  readonly because: readonly string[]
  readonly plans: readonly Pick<ExperimentPlan, 'settings' | 'triggers' | 'fill' | 'before' | 'seed'>[]
  /** Expectation of the client. */
  readonly step: Partial<RunStep>
  /** False if no step can check the reason. */
  readonly isTold: boolean
}

/** A scenario as a file. */
export interface SavedScenario {
  readonly name: string
  readonly text: string
}

/** Writes a scenario of a finding: the world, what is done to it, and the client as a `run:` step. */
export function saveScenario(shown: Shown, asked: Asked): SavedScenario {
  const name = shown.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return { name: `${name}.yaml`, text: yamlText(makeScenario(name, shown, asked) as never, makeComment(name, shown)) }
}

function makeComment(name: string, { isTold, because, case: id, plans }: Shown): string[] {
  return [
    ...(isTold
      ? [`Found by exploring; ${ownCommand} replay ${name}.yaml shows it again.`]
      : [
          'Found by exploring. No step can check this, so a replay passes:',
          ...because,
          `${ownCommand} explore --case '${id}' shows it again; ${ownCommand} start ${name}.yaml serves it for a debugger.`,
        ]),
    ...(plans.some(({ before = [] }) => before.length > 0)
      ? [
          `The first step changes the world before the client begins: ${ownCommand} start serves the world without that change.`,
        ]
      : []),
  ]
}

function makeScenario(name: string, { about, says, plans, step }: Shown, asked: Asked): object {
  const { loaded, key, folder, env, settings } = asked
  const { program, fixtures } = settings
  const changes = plans.flatMap(({ before = [] }) => before)
  const seed = plans.find((plan) => plan.seed !== undefined)?.seed ?? settings.seed
  const { world = {}, triggers = [] } = loaded?.scenario ?? {}
  return {
    scenario: 1,
    name,
    about,
    contract: contractStamp(),
    world: {
      ...world,
      fixtures: namedFrom(folder, fixtures ?? world.fixtures ?? ['starter'], fixtures ? undefined : loaded?.file),
      ...(seed !== undefined && { seed }),
      ...withFilling(world.generate, plans),
      settings: {
        ...world.settings,
        request_ms: REQUEST_MS,
        ...(Object.assign({}, ...plans.map(({ settings: set }) => set)) as object),
      },
    },
    triggers: [
      ...triggers,
      ...plans.flatMap(({ triggers: own = [] }) => own.map((trigger) => ({ ...trigger, optional: true }))),
    ],
    as: key,
    steps: [
      ...(changes.length > 0 ? [{ change: changes }] : []),
      {
        name: says,
        ...programStep(program, key, folder, env),
        ...step,
      },
    ],
  }
}

/**
 * Names of fixtures for a scenario in another folder: paths are those of a file, or of the working folder where there is
 * none.
 */
function namedFrom(folder: string, fixtures: readonly string[], file: string | undefined): string[] {
  return fixtures.map((name) =>
    isPath(name) ? relative(resolve(folder), resolve(relativeTo(file, name))).replaceAll(sep, '/') : name,
  )
}

type Generated = NonNullable<NonNullable<LoadedScenario['scenario']['world']>['generate']>

/** `generate` section of a world, with the records that fill a listing. */
function withFilling(own: Generated = {}, plans: Shown['plans']): { generate?: Generated } {
  const all = Object.fromEntries(
    tableNames.flatMap((table) => {
      const blocks = [own[table] ?? [], ...plans.map(({ fill }) => fill?.[table] ?? [])].flat()
      return blocks.length === 0 ? [] : [[table, blocks]]
    }),
  )
  return Object.keys(all).length === 0 ? {} : { generate: all }
}
