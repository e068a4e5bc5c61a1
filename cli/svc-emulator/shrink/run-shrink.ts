import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'
import { MAX_LINK, writeRunLink } from '../../../emulator/scenario/run-link.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { shrinkLines, shrinkProgress, shrinkText } from '../../../emulator/lab/shrink/shrink-report.ts'
import type { ShrinkReport } from '../../../emulator/lab/shrink/report.ts'
import type { TriesOptions } from '../../../emulator/lab/shrink/tries.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import { runLab } from '../lab-command.ts'
import { LiveOutput } from '../live.ts'
import { checkWritten, shrinkFile } from './shrink-file.ts'
import { shrinkProgram } from './shrink-program.ts'
import type { ShrinkSettings } from './shrink-flags.ts'
import { checkWriteTest, writeTest } from './write-test.ts'

/** Writes the smallest scenario in which a scenario, a bundle or a client still fails. */
export async function runShrink(settings: ShrinkSettings, io: Io): Promise<void> {
  refuseUnusedFlags(settings)
  if (settings.writeTest) checkWriteTest(settings)
  await runLab(settings, io, (stop) => shrinkAndWrite(settings, stop, io))
}

function refuseUnusedFlags({ program, ...settings }: ShrinkSettings): void {
  const [names, only] =
    program.length === 0
      ? [['fixtures', 'seed', 'key', 'home', 'timeLimit'] as const, 'a client after --']
      : [['client', 'worker'] as const, 'a scenario with run: steps']
  for (const name of names)
    if (settings[name] !== undefined)
      throw usageError(`--${name === 'timeLimit' ? 'time-limit' : name} requires ${only}`)
}

async function shrinkAndWrite(settings: ShrinkSettings, stop: AbortSignal, io: Io): Promise<void> {
  const live = new LiveOutput(io, () => 'running it as it is')
  live.update()
  const { budget: budgetMs, timeLimit: timeLimitMs } = settings
  const onTry: TriesOptions['onTry'] = (size, tries) => live.update(() => shrinkProgress(size, tries))
  const options: TriesOptions = { stop, budgetMs, timeLimitMs, onTry }
  const report = await (
    settings.program.length === 0 ? shrinkFile(settings, options) : shrinkProgram(settings, options, io)
  ).finally(() => live.end())
  await write(report, settings, io)
  if (settings.writeTest) io.stdout.write(`Test: ${await writeTest(report, settings, io.env, stop)}\n`)
}

async function write(report: ShrinkReport, settings: ShrinkSettings, io: Io): Promise<void> {
  const { output } = settings
  const lines = shrinkLines(report)
  const isJson = output?.endsWith('.json') === true
  const text = isJson ? `${JSON.stringify(report.scenario, null, 2)}\n` : shrinkText(report)
  if (output !== undefined) await writeWhole('--output', output, text)
  const wrong = settings.program.length === 0 ? await checkWritten(report, settings) : undefined
  if (wrong !== undefined) lines.push(`Note: as it is written, ${wrong}`)
  if (output === undefined) {
    if (settings.link) lines.push(await linkLine(report.scenario))
    for (const line of lines) writeNote(io, `svc-emulator: ${line}`)
    io.stdout.write(text)
    return
  }
  lines.push(`Again: ${ownCommand} ${againLine(report, settings, output)}`)
  if (settings.link) lines.push(await linkLine(report.scenario))
  io.stdout.write(`${lines.join('\n')}\n`)
}

/** The place in the playground that plays the scenario, or why a file is better. */
async function linkLine(scenario: Scenario): Promise<string> {
  const link = await writeRunLink(scenario)
  return link.length <= MAX_LINK
    ? `Link: play.html${link}`
    : `No link: it would have ${link.length} characters, more than ${MAX_LINK}; hand on the file instead`
}

/** The command that shows the failure again: the replay, or the tests in the world of the scenario. */
function againLine(
  { scenario: { steps = [] } }: ShrinkReport,
  { program, key, client, worker }: ShrinkSettings,
  output: string,
): string {
  const words =
    steps.length > 0
      ? ['replay', output, ...flagWords('client', client), ...flagWords('worker', worker)]
      : ['exec', ...flagWords('key', key), '--from', output, '--', ...program]
  return words.map(quoted).join(' ')
}

const flagWords = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`--${name}`, value]
