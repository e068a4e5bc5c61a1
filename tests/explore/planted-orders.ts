import type { Run } from '../../emulator/lab/index.ts'
import { ask } from './ask.ts'
import type { Pair } from './pair.ts'

const orgs = ['acme', 'ada-lab']
const name = async (run: Run, org: string) =>
  ((await ask(run, 'GET', `/orgs/${org}`)) as never as { org: { name: string } }).org.name

/** Names of organizations, each beside its own. */
async function inPlace(run: Run): Promise<unknown> {
  const names = await Promise.all(orgs.map((org) => name(run, org)))
  return Object.fromEntries(orgs.map((org, n) => [org, names[n]]))
}

/** Takes the first answer for that of the first request. */
async function asTheyCome(run: Run): Promise<unknown> {
  const names: string[] = []
  await Promise.all(orgs.map((org) => name(run, org).then((each) => names.push(each))))
  return Object.fromEntries(orgs.map((org, n) => [org, names[n]]))
}

/** A page that asks again while it waits, and shows the answers. */
async function shown(run: Run, isOld: (turn: number, latest: number) => boolean): Promise<unknown> {
  let latest = 0
  let text: string | undefined
  const refresh = async () => {
    const turn = ++latest
    const answer = await name(run, 'acme')
    if (!isOld(turn, latest)) text = answer
  }
  await Promise.all([refresh(), refresh()])
  return text
}

const create = (run: Run) => ask(run, 'POST', '/workflow/create_session', { org_id: 'acme', alias: 'nightly' })
const fill = (run: Run) =>
  ask(run, 'POST', '/workflow/put_session_object', { session_id: 'nightly', key: 'plan', value: 1 })

export const orderPairs: readonly Pair[] = [
  {
    mistake: 'takes the answers of concurrent requests to come in the order of sending',
    found: ['wrong-output', 'answer-order:2-1'],
    wrong: asTheyCome,
    right: inPlace,
    only: ['order'],
  },
  {
    mistake: 'puts an older answer in the place of a newer one',
    found: ['wrong-output', 'stale-answer'],
    wrong: (run) => shown(run, () => false),
    right: (run) => shown(run, (turn, latest) => turn < latest),
    only: ['order'],
  },
  {
    mistake: 'sends a write that needs another without waiting for it, and does not look what became of it',
    found: ['wrong-world', 'arrival-order:2-1'],
    wrong: (run) => Promise.allSettled([create(run), fill(run)]).then(() => 'filled'),
    right: async (run) => {
      await create(run)
      await fill(run)
      return 'filled'
    },
    only: ['order'],
  },
]
