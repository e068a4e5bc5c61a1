import { createEmulator, type Emulator } from '../../emulator/index.ts'
import type { EmulatorOptions } from '../../emulator/host/emulator-options.ts'
import { drift } from '../../emulator/lab/drift/drift.ts'
import type { DriftOptions } from '../../emulator/lab/drift/options.ts'
import type { DriftReport } from '../../emulator/lab/drift/drift-report.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import type { HttpAnswer, HttpRequest } from '../../emulator/scenario/targets/target.ts'

/** A proxy between a run and the service: gives an answer of its own, or that of the service. */
export type Between = (request: HttpRequest, number: number, ask: () => Promise<HttpAnswer>) => Promise<HttpAnswer>

export interface Drifted {
  readonly report: DriftReport
  /** The service. */
  readonly emulator: Emulator
  /** Methods and paths that reached the service. */
  readonly asked: readonly string[]
}

/** Runs drift against an emulator of which nothing but the API is seen. Its time moves while the run waits. */
export async function driftFrom(
  service: EmulatorOptions,
  options: Partial<DriftOptions> = {},
  between: Between = (_request, _number, ask) => ask(),
): Promise<Drifted> {
  const emulator = createEmulator({ seed: 42, journal: false, ...service })
  const inner = new InProcessTarget(emulator)
  const asked: string[] = []
  let [now, number] = [0, 0]
  const wait = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    emulator.clock.advance(Math.ceil(milliseconds))
  }
  const report = await drift({
    target: {
      name: 'https://service.example/v1',
      request(request) {
        asked.push(`${request.method} ${request.path}`)
        return between(request, ++number, () => inner.request(request))
      },
      connect: (credentials, events) => inner.connect(credentials, events),
    },
    apiKeys: { main: 'svc-key-ada-admin' },
    run: 'test',
    rate: '1000/s',
    budget: '1h',
    now: () => now,
    wait,
    ...options,
  })
  return { report, emulator, asked }
}

/** Ids of the clauses with a verdict. */
export function withVerdict({ clauses }: DriftReport, verdict: string): string[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

/** Aliases of organizations that a run left at the service. */
export function leftOrgs(emulator: Emulator): string[] {
  return emulator.world.orgs
    .list()
    .map(({ alias }) => alias)
    .filter((alias) => alias.startsWith('svc-drift'))
}
