import { ownCommand } from '../../../scenario/own-command.ts'
import { relative, resolve, sep } from 'node:path'
import { contractStamp } from '../../../contract/stamp.ts'
import { REQUEST_MS } from '../../engine/put-overlay.ts'
import type { JudgedRun } from '../exploration.ts'
import { keyFor } from '../../engine/base-emulator.ts'
import type { Explored } from '../explore.ts'
import type { ExperimentPlan } from '../plan.ts'
import { fromNth } from '../../engine/refuse-until.ts'
import type { Finding } from '../report.ts'
import { heading } from '../explore-report.ts'
import { tableNames } from '../../../engine/matching/schema-common.ts'
import { isPath, relativeTo } from '../../../scenario/files.ts'
import type { Environment } from '../../subjects/addresses.ts'
import type { LoadedScenario } from '../../../scenario/loaded-scenario.ts'
import { yamlText } from '../../../scenario/record/yaml-text.ts'
import { programStep } from '../../subjects/program-step.ts'
import { makeExpectation } from './expectation.ts'

/** An exploration, for the scenarios of its findings. */
interface Saved extends Explored {
  readonly settings: {
    readonly program: readonly string[]
    readonly fixtures: readonly string[] | undefined
    readonly seed: number | undefined
    readonly key: string | undefined
  }
  /** Scenario of the explored world; undefined if there was none. */
  readonly loaded: LoadedScenario | undefined
}

/**
 * A scenario file for each finding: the world, the fault, and the client as a `run:` step. Paths in it begin at
 * `folder`, where it is to be written.
 */
export function findingScenarios(
  saved: Saved,
  folder: string,
  env: Environment,
): { readonly name: string; readonly text: string }[] {
  return saved.report.findings.map((finding) => {
    const shown = saved.judged.find(({ experiment }) => experiment.id === finding.cases[0]!.id)!
    const name = fileName(finding)
    const expectation = makeExpectation(shown, saved.exploration)
    const comment = makeComment(name, finding, expectation !== undefined, shown)
    const any = { expect: { exit: { at_least: 0 } } }
    const scenario = makeScenario(name, finding, shown, expectation ?? any, saved, folder, env)
    return { name: `${name}.yaml`, text: yamlText(scenario as never, comment) }
  })
}

function fileName(finding: Finding): string {
  return `${heading(finding)}-${finding.fault}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function makeComment(
  name: string,
  { because, cases }: Finding,
  isTold: boolean,
  { experiment: { plans } }: JudgedRun,
): string[] {
  const { id } = cases[0]!
  return [
    ...(isTold
      ? [`Found by exploring; ${ownCommand} replay ${name}.yaml shows it again.`]
      : [
          'Found by exploring. No step can check this, so a replay passes:',
          ...because.split('\n'),
          `${ownCommand} explore --case '${id}' shows it again; ${ownCommand} start ${name}.yaml serves it for a debugger.`,
        ]),
    ...(plans.some(({ before = [] }) => before.length > 0)
      ? [
          'The first step changes the world before the client begins: svc-emulator start serves the world without that change.',
        ]
      : []),
  ]
}

function makeScenario(
  name: string,
  finding: Finding,
  { experiment, run }: JudgedRun,
  expectation: object,
  { exploration, settings, loaded }: Saved,
  folder: string,
  env: Environment,
): object {
  const { plans } = experiment
  const { program, fixtures } = settings
  const key = keyFor(exploration.subject.base, settings.key)
  const changes = plans.flatMap(({ before = [] }) => before)
  const seed = plans.find((plan) => plan.seed !== undefined)?.seed ?? settings.seed
  const { world = {}, triggers = [] } = loaded?.scenario ?? {}
  return {
    scenario: 1,
    name,
    about: `${heading(finding)}: ${finding.what}. ${finding.lesson}`,
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
      ...plans.flatMap(({ triggers: own = [], refusesForMs }) =>
        own.map(({ when, ...trigger }) => ({
          when: refusesForMs === undefined ? when : fromNth(when, run.earlyCalls),
          ...trigger,
          optional: true,
        })),
      ),
    ],
    as: key,
    steps: [
      ...(changes.length > 0 ? [{ change: changes }] : []),
      {
        name: 'the client must neither fail nor report a wrong result',
        ...programStep(program, key, folder, env),
        ...expectation,
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
function withFilling(own: Generated = {}, plans: readonly ExperimentPlan[]): { generate?: Generated } {
  const all = Object.fromEntries(
    tableNames.flatMap((table) => {
      const blocks = [own[table] ?? [], ...plans.map(({ fill }) => fill?.[table] ?? [])].flat()
      return blocks.length === 0 ? [] : [[table, blocks]]
    }),
  )
  return Object.keys(all).length === 0 ? {} : { generate: all }
}
