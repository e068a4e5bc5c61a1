/** A browser opens six connections to one host, for all its tabs: four may follow a journal, so that calls and pages get through. */
const names = [1, 2, 3, 4].map((number) => `svc-emulator-stream-${number}`)

/**
 * Runs `use` while this tab has one of the turns that the tabs of a browser share, and tells `waits` while it has none.
 * Where a browser has no locks (a page over plain HTTP from another machine) every tab has a turn.
 */
export async function withTurn(
  use: () => Promise<void>,
  waits: (isWaiting: boolean) => void,
  signal: AbortSignal,
  locks: LockManager | undefined = navigator.locks as LockManager | undefined,
): Promise<void> {
  if (locks === undefined) return use()
  for (const name of names) {
    const free = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await use()
      return lock !== null
    })
    if (free) return
  }
  waits(true)
  const found = new AbortController()
  let used: Promise<void> | undefined
  const take = async (): Promise<void> => {
    if (found.signal.aborted) return
    found.abort()
    waits(false)
    await (used = use())
  }
  signal.addEventListener('abort', () => found.abort())
  await Promise.allSettled(names.map((name) => locks.request(name, { signal: found.signal }, take)))
  return used
}
