import { createEmulator } from '../../host/emulator.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { collect } from './collect.ts'
import { loadProbeFiles, type ProbeFile } from './probe-files.ts'
import { PacedTarget } from './target.ts'

/** Names of the shipped probe files that reach at least one of the clauses. */
export async function findReaching(chosen: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await (reached ??= listAllReached())
  return new Set([...found].filter(([, clauses]) => chosen.some((id) => clauses.has(id))).map(([name]) => name))
}

/** Clauses by the name of the file. Cached, because they are the same for all runs. */
let reached: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined

async function listAllReached(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // Every run reads its callers first. A file reaches a clause if it adds answers that rest on it.
  const asked = await countAnswers([])
  const all = new Map<string, ReadonlySet<string>>()
  for (const file of await loadProbeFiles('reach')) {
    const counts = [...(await countAnswers([file]))]
    const own = counts.filter(([id, count]) => count > (asked.get(id) ?? 0))
    all.set(file.name, new Set(own.map(([id]) => id)))
  }
  return all
}

/** Plays files against an emulator in this process. Returns the number of answers that rest on each clause. */
async function countAnswers(files: readonly ProbeFile[]): Promise<ReadonlyMap<string, number>> {
  const emulator = createEmulator({ journal: false })
  const wait = (milliseconds: number): Promise<void> => Promise.resolve(emulator.clock.advance(milliseconds))
  const paced = { every: 0, timeLimit: 1_000, until: Infinity, now: () => 0, wait, signal: undefined }
  await collect({
    target: new PacedTarget(new InProcessTarget(emulator), paced),
    keys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' },
    files,
    readOnly: false,
    large: false,
    traffic: undefined,
    wait,
    isOver: () => false,
    signal: undefined,
    again: () => [],
    onExchange() {},
  })
  return new Map(emulator.coverage().clauses.items.map(({ id, count }) => [id, count]))
}
