import { plural } from '../../../emulator/engine/checking/plural.ts'
import { findSecret, type Exchange } from '../../../emulator/scenario/record/exchange.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable } from '../../shared/write-file.ts'
import { VERSION } from '../../../emulator/contract/version.ts'
import { untilSignal } from '../until-signal.ts'
import { listenProxy } from './listen-proxy.ts'
import { withoutQuerySecrets } from './query-secrets.ts'
import { Recorder } from './recorder.ts'
import { lookAt } from './target.ts'
import { writeRecording, type RecordSettings } from './write-recording.ts'

/** Listens, prints its address, and returns once the recording has ended and was written. */
export async function recordSession(settings: RecordSettings, given: Io): Promise<void> {
  // Listen before the first output, because its reader may send a signal at once.
  const stopped = untilSignal(given.stopping)
  const lasting = given.lasting?.()
  try {
    await recordUntil(stopped, settings, lasting ?? given)
  } finally {
    await lasting?.end()
  }
}

async function recordUntil(stopped: Promise<void>, settings: RecordSettings, io: Io): Promise<void> {
  // Checked first: a session must not be lost because of a missing folder.
  await checkWritable('-o', settings.output)
  const target = await lookAt(settings.target, settings.controlToken)
  let enough = (): void => undefined
  const counted = new Promise<void>((resolve) => {
    enough = resolve
  })
  const recorder = new Recorder(target.clock, {
    kept(exchange, count) {
      writeNote(io, line(exchange, count, io))
      if (count === settings.steps) enough()
    },
    leftOut: (what) => writeNote(io, `    not recorded: ${what}`),
  })
  const server = await listenProxy(settings, recorder)
  try {
    io.stdout.write(banner(settings, server.url))
    for (const note of target.notes) writeNote(io, `note: ${note}`)
    await Promise.race([stopped, counted])
  } finally {
    await server.close()
  }
  const { exchanges } = recorder
  const later = await target.later()
  for (const note of later) writeNote(io, `note: ${note}`)
  const notes = [...target.notes, ...later]
  await writeRecording(
    settings,
    settings.steps === undefined ? exchanges : firstSteps(exchanges, settings.steps),
    { ...target, notes },
    io,
  )
}

/** Drops requests that arrived while the last step was answered. */
function firstSteps(exchanges: readonly Exchange[], most: number): readonly Exchange[] {
  let steps = 0
  return exchanges.filter((exchange) => steps < most && (exchange.kind === 'clock' || steps++ < most))
}

function banner({ target, output, steps }: RecordSettings, url: string): string {
  return [
    `svc-emulator ${VERSION}, recording`,
    '',
    `  API        ${url}`,
    `  Realtime   ${url.replace(/^http/, 'ws')}/realtime`,
    `  Target     ${target}`,
    `  Writes     ${output} ${steps === undefined ? 'on Ctrl-C' : `after ${plural(steps, 'step')} or on Ctrl-C`}`,
    '',
    '',
  ].join('\n')
}

/** Formats an exchange for the log, without keys, which the recording hides, too. */
function line(exchange: Exchange, count: number, io: Io): string {
  const number = String(count).padStart(3)
  if (exchange.kind === 'clock') return `${number} clock`
  const secret = findSecret(exchange.caller)
  if (secret !== undefined) io.secrets.add(secret)
  if (exchange.kind === 'call') {
    const { frame, outcome } = exchange.answer
    return `${number} ${exchange.method} ${frame?.error ? (frame.error.data?.error ?? frame.error.code) : outcome}`
  }
  const {
    method,
    path,
    answer: { outcome, status },
  } = exchange
  return `${number} ${method} ${withoutQuerySecrets(path)} ${outcome === 'answered' ? status : outcome}`
}
