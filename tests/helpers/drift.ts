import { createEmulator, type Emulator } from '../../emulator/index.ts'
import type { EmulatorOptions } from '../../emulator/host/emulator-options.ts'
import { askAndJudge } from '../../emulator/lab/drift/ask-and-judge.ts'
import { drift } from '../../emulator/lab/drift/drift.ts'
import { loadProbeFiles } from '../../emulator/lab/drift/probe-files.ts'
import { chooseClauses } from '../../emulator/lab/drift/verdicts.ts'
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

/** Options of a run. */
export interface DriftedOptions extends Omit<Partial<DriftOptions>, 'probes'> {
  /** Shipped probe files that are asked, in place of all. */
  readonly probes?: readonly string[]
  /** Prepares the service. */
  readonly prepare?: (emulator: Emulator) => void
}

/** Runs drift against an emulator of which nothing but the API is seen. Its time moves while the run waits. */
export async function driftFrom(
  service: EmulatorOptions,
  { probes, prepare, ...options }: DriftedOptions = {},
  between: Between = (_request, _number, ask) => ask(),
): Promise<Drifted> {
  const emulator = createEmulator({ seed: 42, journal: false, ...service })
  prepare?.(emulator)
  const inner = new InProcessTarget(emulator)
  const asked: string[] = []
  let [now, number] = [0, 0]
  const wait = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    emulator.clock.advance(Math.ceil(milliseconds))
  }
  const given: DriftOptions = {
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
  }
  return { report: await (probes === undefined ? drift(given) : askOnly(probes, given)), emulator, asked }
}

/** Asks some of the shipped probe files, and judges every clause by them. */
export async function askOnly(probes: readonly string[], options: DriftOptions): Promise<DriftReport> {
  const files = (await loadProbeFiles('test')).filter(({ name }) => probes.includes(name.replace('probe-', '')))
  if (files.length !== probes.length) throw new Error(`there is no probe file for one of ${probes.join(', ')}`)
  return askAndJudge(options, { files, leftOut: [], chosen: chooseClauses(undefined) })
}

/** Commits of what is no model fail, and deletions of revisions. */
export function failWork({ triggers }: Emulator): void {
  triggers.add({
    when: { endpoint: 'POST /revisions/:id/commit', between: [2, 99], at: 'after' },
    do: { fail_operation: true },
  })
  triggers.add({ when: { endpoint: 'DELETE /revisions/:id', at: 'after' }, do: { fail_operation: true } })
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
