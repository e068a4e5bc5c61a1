import type { Difference } from '../../engine/matching/expect.ts'
import type { SideBySide } from '../targets/target.ts'
import type { Spawned, SpawnOptions } from './spawned.ts'

/** Runs programs to their ends, side by side if there are several. Ends all that hang, or if one cannot be started. */
export async function startAll(
  programs: readonly SpawnOptions[],
  start: (program: SpawnOptions) => Promise<Spawned>,
  beside: SideBySide | undefined,
): Promise<{ spawned: Spawned[]; differences: Difference[] }> {
  const end = new AbortController()
  const { signal } = end
  const run = async (program: SpawnOptions, n: number): Promise<Spawned> => {
    try {
      return await start({ ...program, signal })
    } catch (error) {
      end.abort()
      throw error
    } finally {
      beside?.ended(n)
    }
  }
  const differences: Difference[] = []
  void beside?.over.then((isHang) => {
    if (!isHang) return
    end.abort()
    differences.push({ path: [], expected: 'the programs to end', actual: 'all repeat themselves, and nothing is due' })
  })
  const ends = await Promise.allSettled(programs.map(run))
  beside?.close()
  const spawned = ends.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
  for (const [n, { timedOut }] of spawned.entries())
    if (timedOut)
      differences.push({
        path: n === 0 ? [] : ['beside', n - 1],
        expected: 'the program to end',
        actual: 'no end within the timeout',
      })
  return { spawned, differences }
}
