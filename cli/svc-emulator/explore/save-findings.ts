import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REQUEST_MS } from '../../../emulator/explore/experiment.ts'
import type { Judged } from '../../../emulator/explore/exploration.ts'
import type { ExploreReport, Finding } from '../../../emulator/explore/report.ts'
import type { LoadedScenario } from '../../../emulator/scenario/load.ts'
import { yamlText } from '../../../emulator/scenario/record/yaml-text.ts'
import { anywhere } from '../../../emulator/scenario/run/client-command.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import { expectationOf } from './expectation-of.ts'
import type { ExploreSettings } from './explore-program.ts'

/** What was explored, for the scenarios of its findings. */
export interface Saved {
  readonly report: ExploreReport
  readonly judged: readonly Judged[]
  readonly settings: ExploreSettings
  /** The scenario whose world it was. */
  readonly loaded: LoadedScenario | undefined
}

/** Writes a scenario for each finding: the world, what is done to it, and the client as a `run:` step. */
export async function saveFindings(folder: string, saved: Saved, io: Io): Promise<void> {
  const { report: { findings }, judged } = saved
  await mkdir(folder, { recursive: true })
  for (const finding of findings) {
    const shown = judged.find(({ experiment }) => experiment.id === finding.cases[0]!.id)!
    const name = nameOf(finding)
    await writeWhole('--save', join(folder, `${name}.yaml`), yamlText(scenarioOf(name, finding, shown, saved, io) as never, commentOf(name, finding)))
  }
  writeNote(io, `svc-emulator: ${findings.length} ${findings.length === 1 ? 'scenario' : 'scenarios'} in ${folder}`)
}

function nameOf({ verdict, fault }: Finding): string {
  return `${verdict}-${fault}`.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

/** A replay looks at what a client prints, and not into the world. */
function commentOf(name: string, { verdict, because, cases }: Finding): string[] {
  const { id } = cases[0]!
  if (verdict !== 'wrong-world') return [`Found by exploring; svc-emulator replay ${name}.yaml shows it again.`]
  return [
    'Found by exploring. The client prints what it always prints: a replay passes, and what is wrong is in the world.', ...because.split('\n'),
    `svc-emulator explore --case '${id}' shows it again; svc-emulator start ${name}.yaml serves it for a debugger.`,
  ]
}

/** Variables by which programs find their modules: a step is given PATH alone. */
const SEARCHED = ['CLASSPATH', 'GEM_PATH', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'NODE_PATH', 'PYTHONPATH', 'VIRTUAL_ENV']

function scenarioOf(name: string, finding: Finding, { experiment }: Judged, { report, settings, loaded }: Saved, { env }: Io): object {
  const { plans } = experiment
  const { program, fixtures, key } = settings
  const changes = plans.flatMap(({ before = [] }) => before)
  const seed = plans.find((plan) => plan.seed !== undefined)?.seed ?? settings.seed
  const { world = {}, triggers = [] } = loaded?.scenario ?? {}
  const searched = Object.fromEntries(SEARCHED.flatMap((variable) => (env[variable] === undefined ? [] : [[variable, env[variable]]])))
  return {
    scenario: 1,
    name,
    about: `${finding.verdict}: ${finding.what}. ${finding.lesson}`,
    world: {
      ...world,
      fixtures: fixtures ?? world.fixtures ?? ['starter'],
      ...(seed !== undefined && { seed }),
      settings: { ...world.settings, request_ms: REQUEST_MS, ...Object.assign({}, ...plans.map(({ settings: set }) => set)) as object },
    },
    triggers: [...triggers, ...plans.flatMap(({ triggers: own = [] }) => own.map((trigger) => ({ ...trigger, optional: true })))],
    as: key ?? 'svc-key-ada-admin',
    steps: [
      ...(changes.length > 0 ? [{ change: changes }] : []),
      {
        name: 'the client must not fail, nor say what is not so', run: anywhere(program, process.cwd()).map((word) => word.replace(/\{(api_url|realtime_url)\}/g, '$${$1}').replaceAll('{api_key}', key ?? 'svc-key-ada-admin')),
        ...(Object.keys(searched).length > 0 && { env: searched }),
        ...expectationOf(finding, report, settings),
      },
    ],
  }
}
