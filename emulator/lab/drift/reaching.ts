import { createEmulator } from '../../host/emulator.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { adoptTwin } from './adopt.ts'
import { collect } from './collect.ts'
import type { ProbeFile } from './probe-files.ts'
import { PacedTarget } from './target.ts'
import { takeStep } from './timeline.ts'

/** The files among these that reach one of the clauses: found by asking them of an emulator in process. */
export async function findReaching(files: readonly ProbeFile[], chosen: readonly string[]): Promise<ProbeFile[]> {
  const reaching: ProbeFile[] = []
  for (const file of files) {
    const found = await listReached(file)
    if (chosen.some((id) => found.has(id))) reaching.push(file)
  }
  return reaching
}

async function listReached(file: ProbeFile): Promise<ReadonlySet<string>> {
  const emulator = createEmulator({ journal: false })
  const wait = (milliseconds: number): Promise<void> => Promise.resolve(emulator.clock.advance(milliseconds))
  const paced = { every: 0, timeLimit: 1_000, until: Infinity, now: () => 0, wait, signal: undefined }
  const { exchanges } = await collect({
    target: new PacedTarget(new InProcessTarget(emulator), paced),
    keys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' },
    files: [file],
    readOnly: false,
    large: false,
    traffic: undefined,
    wait,
    isOver: () => false,
    signal: undefined,
    onExchange() {},
  })
  const twin = adoptTwin(exchanges)
  return new Set(exchanges.flatMap((exchange) => takeStep(twin, exchange).twin.statements as readonly string[]))
}
