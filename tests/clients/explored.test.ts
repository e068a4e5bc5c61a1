/** Clients that nobody here wrote, explored: writes docs/explored-clients.md, or fails where the page says something else (`-u` writes it). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { programSubject } from '../../emulator/lab/subjects/program.ts'
import { clauses } from '../../emulator/contract/clauses.ts'
import { baseEmulator, firstAdminKey } from '../../emulator/lab/engine/base-emulator.ts'
import { explore, exploreSubject } from '../../emulator/lab/explore/explore.ts'
import type { ExploreReport, SubjectFunction } from '../../emulator/lab/index.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import type { Client } from '../../emulator/lab/engine/client.ts'
import { joinMembers } from '../../emulator/lab/explore/together/options.ts'
import { exploreTogether } from '../../emulator/lab/explore/together/together.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { letTimePass } from '../helpers/let-time-pass.ts'
import { explored, intro, type Explored } from './explored-page.ts'

const file = (name: string) => new URL(`../../examples/explored-clients/${name}`, import.meta.url)
const readSource = (name: string) => readFileSync(file(name), 'utf8')

/** More than the clients wait or are told to wait, and less than a slow body takes. It passes at once. */
const options = { timeLimit: '2s' }

async function findFunction(name: string): Promise<SubjectFunction> {
  return Object.values((await import(file(name).href)) as Record<string, SubjectFunction>)[0]!
}

async function exploredFunction(name: string): Promise<ExploreReport> {
  const subject = await findFunction(name)
  letTimePass()
  return explore(subject, options)
}

/** Runs a script against a server of its own. */
async function withScript<Result>(
  name: string,
  use: (subject: Client, base: Emulator) => Promise<Result>,
): Promise<Result> {
  const base = baseEmulator({})
  const server = await startServer({ emulator: base })
  try {
    const subject = programSubject({
      words: ['sh', '-c', readSource(name)],
      server,
      apiKey: firstAdminKey(base),
      env: { PATH: process.env['PATH'] },
      cwd: process.cwd(),
      home: undefined,
    })
    return await use(subject, base)
  } finally {
    await server.close()
  }
}

const isScript = (name: string): boolean => name.endsWith('.sh')

const exploreClient = async (name: string): Promise<ExploreReport> =>
  isScript(name)
    ? withScript(name, async (subject, base) => {
        const { report } = await exploreSubject(subject, base, { timeLimit: '10s' }, { jobs: 4 })
        return report
      })
    : exploredFunction(name)

/** Two copies of each use at once, as a sentence. */
async function askTwice({ naive, mended }: Explored): Promise<string> {
  const said: string[] = []
  for (const each of [naive, mended]) {
    const { orders, findings } = isScript(each)
      ? await withScript(each, (subject, base) => exploreTogether(joinMembers(subject, 2, []), base, {}))
      : await explore(await findFunction(each), { copies: 2 })
    const found = findings.length === 0 ? 'no finding' : findings.map(({ id }) => `\`${id}\``).join(', ')
    said.push(`${found} in ${orders.tried} of ${orders.of} orders`)
  }
  return `Two copies [at once](two-at-once.md): naive, ${said[0]}; fixed, ${said[1]}.`
}

/** Each finding in two lines: what was done, and what it should have noticed. */
function listed({ findings }: ExploreReport): string {
  const rows = findings.map(({ verdict, cases, lesson, clauses: ids }) => {
    const ways = [...new Set(cases.map(({ what }) => what))]
    const said = ids
      .map((id) => clauses.find((clause) => clause.id === id)?.statement)
      .filter((sentence) => sentence !== undefined)
    return `- **${verdict}**: ${ways.slice(0, 3).join('; ')}${ways.length > 3 ? `; and in ${ways.length - 3} more ${ways.length === 4 ? 'way' : 'ways'}` : ''}.\n  ${lesson}${said.length === 0 ? '' : `\n  The specification: “${said[0]}”`}`
  })
  return rows.join('\n')
}

async function section(client: Explored): Promise<string> {
  const { name, naive, says, mended, then } = client
  const twice = await askTwice(client)
  const [found, left] = [await exploreClient(naive), await exploreClient(mended)]
  expect(left.findings.map(({ verdict, fault, because }) => `${verdict} ${fault}: ${because}`)).toEqual([])
  expect(found.findings.length).toBeGreaterThan(0)
  return `## ${name}\n\n${says}\n\n${found.findings.length} ${found.findings.length === 1 ? 'finding' : 'findings'} in ${found.experiments.length} experiments:\n\n${listed(found)}\n\n${then}\n\n${left.experiments.length} experiments, no finding. ${twice}\n`
}

describe('clients that exist, explored', () => {
  const sections: string[] = []

  it.each(explored)(
    '$name',
    async (client) => {
      sections.push(await section(client))
    },
    600_000,
  )

  it('stand in the documentation as they were found', async () => {
    expect(sections).toHaveLength(explored.length)
    await expect(`${intro}\n${sections.join('\n')}`).toMatchFileSnapshot('../../docs/explored-clients.md')
  })
})
