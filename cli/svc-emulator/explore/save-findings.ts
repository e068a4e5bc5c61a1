import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REQUEST_MS } from '../../../emulator/explore/experiment.ts'
import type { Judged } from '../../../emulator/explore/exploration.ts'
import type { ExploreReport, Finding } from '../../../emulator/explore/report.ts'
import { yamlText } from '../../../emulator/scenario/record/yaml-text.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import type { ExploreSettings } from './explore-program.ts'

/** Writes a scenario for each finding: the world, what is done to it, and the client as a `run:` step. */
export async function saveFindings(folder: string, report: ExploreReport, judged: readonly Judged[], settings: ExploreSettings, io: Io): Promise<void> {
  const { findings } = report
  await mkdir(folder, { recursive: true })
  for (const finding of findings) {
    const shown = judged.find(({ experiment }) => experiment.id === finding.cases[0]!.id)!
    const name = nameOf(finding)
    await writeWhole('--save', join(folder, `${name}.yaml`), yamlText(scenarioOf(name, finding, shown, settings, stdoutOf(report)) as never, [`Found by exploring; svc-emulator replay ${name}.yaml shows it again.`]))
  }
  writeNote(io, `svc-emulator: ${findings.length} ${findings.length === 1 ? 'scenario' : 'scenarios'} in ${folder}`)
}

function nameOf({ verdict, fault }: Finding): string {
  return `${verdict}-${fault}`.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

/** What the client prints without a fault, as an expectation; nothing where that differs by itself. */
function stdoutOf({ output, masks }: ExploreReport): object {
  const { stdout } = output as { stdout: unknown }
  if (masks.length > 0) return {}
  return { stdout: Array.isArray(stdout) && stdout.every((line) => typeof line === 'string') ? { text: stdout.join('\n') } : { json: stdout } }
}

function scenarioOf(name: string, { verdict, what, lesson }: Finding, { experiment }: Judged, { program, fixtures, seed, key }: ExploreSettings, stdout: object): object {
  const { plans } = experiment
  const changes = plans.flatMap(({ before = [] }) => before)
  return {
    scenario: 1,
    name,
    about: `${verdict}: ${what}. ${lesson}`,
    world: {
      fixtures: fixtures ?? ['starter'],
      ...(seed !== undefined && { seed }),
      settings: { request_ms: REQUEST_MS, ...Object.assign({}, ...plans.map(({ settings }) => settings)) as object },
    },
    triggers: plans.flatMap(({ triggers = [] }) => triggers.map((trigger) => ({ ...trigger, optional: true }))),
    as: key ?? 'svc-key-ada-admin',
    steps: [
      ...(changes.length > 0 ? [{ change: changes }] : []),
      { name: 'the client must not fail, nor say what is not so', run: program.map((word) => word.replace(/\{(api_url|realtime_url)\}/g, '$${$1}')), expect: { exit: 0, ...stdout } },
    ],
  }
}
