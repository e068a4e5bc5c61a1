/** Requests that are answered as they would be, and change nothing: `x-svc-dry-run: 1`. */
import { errorFacts } from '../contract/errors.ts'
import { diffWorlds } from '../engine/trace/diff.ts'
import { findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'
import { tables } from '../engine/world/tables/index.ts'
import type { Instance } from './instance.ts'
import { TOKEN_HEADER } from './token-header.ts'

export const DRY_RUN_HEADER = 'x-svc-dry-run'
const CHANGES_HEADER = 'x-svc-changes'

type MaybeAsync = WireResponse | Promise<WireResponse>

/** True for a request that is only tried. */
export function isDryRun({ headers }: WireRequest): boolean {
  const value = findHeader(headers, DRY_RUN_HEADER)
  return value !== undefined && value !== '0' && value !== 'false'
}

/**
 * Answers a request on a fork of its world, and lists its changes in `x-svc-changes` (`orgs -1, blobs -6`, or `none`).
 * The journal has it with a remark. If the control API requires a token, a request without it is refused (403).
 */
export function answerDry(
  instance: Instance,
  request: WireRequest,
  answer: (fork: Instance) => MaybeAsync,
): MaybeAsync {
  const { policy } = instance.site
  if (policy.tokenRequired === true && findHeader(request.headers, TOKEN_HEADER) !== policy.token) return lacksToken
  instance.host.settle()
  const fork = instance.fork({})
  const finish = (response: WireResponse): WireResponse => {
    keepEntry(instance, fork)
    return { ...response, headers: [...response.headers, CHANGES_HEADER, listChanges(instance, fork)] }
  }
  const answered = answer(fork)
  return answered instanceof Promise ? answered.then(finish) : finish(answered)
}

/** Takes over the entry of a request that was tried. */
function keepEntry({ journal, host }: Instance, fork: Instance): void {
  const entry = Array.from(fork.journal?.raw() ?? []).at(-1)
  if (entry === undefined || journal === undefined) return
  journal.adopt({ ...entry, request: { ...entry.request, note: 'a dry run: nothing of it was kept' } })
  host.tracer?.entered()
}

/** Tables with the numbers of inserted, deleted and changed records (`users ~1`). */
function listChanges({ host: { world } }: Instance, fork: Instance): string {
  const { inserted, deleted, changed } = diffWorlds(world, fork.host.world)
  const signs = [
    ['+', inserted],
    ['-', deleted],
    ['~', changed],
  ] as const
  const texts = Object.keys(tables).flatMap((name) =>
    signs.flatMap(([sign, changes]) => {
      const count = changes.filter(({ table }) => table === name).length
      return count === 0 ? [] : [`${name} ${sign}${count}`]
    }),
  )
  return texts.join(', ') || 'none'
}

const lacksToken: WireResponse = {
  status: errorFacts('forbidden').status,
  headers: ['content-type', 'application/json'],
  body: JSON.stringify({
    status: 'failure',
    error: 'forbidden',
    message: `${DRY_RUN_HEADER} needs the control token of this server (${TOKEN_HEADER}); nothing was done.`,
  }),
}
