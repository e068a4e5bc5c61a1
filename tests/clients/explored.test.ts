/** Clients that nobody here wrote, explored: writes docs/explored-clients.md, or fails where the page says something else (`-u` writes it). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { programSubject } from '../../emulator/lab/subjects/program.ts'
import { clauses } from '../../emulator/contract/clauses.ts'
import { baseEmulator, firstAdminKey } from '../../emulator/lab/engine/base-emulator.ts'
import { explore, exploreSubject } from '../../emulator/lab/explore/explore.ts'
import type { ExploreReport, SubjectFunction } from '../../emulator/lab/index.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { letTimePass } from '../helpers/let-time-pass.ts'
import { explored, intro, outro, type Explored } from './explored/page.ts'

const file = (name: string) => new URL(`explored/${name}`, import.meta.url)
const readSource = (name: string) => readFileSync(file(name), 'utf8')

/** More than the clients wait or are told to wait, and less than a slow body takes. It passes at once. */
const options = { timeLimit: '2s' }

async function exploredFunction(name: string): Promise<ExploreReport> {
  const [subject] = Object.values((await import(file(name).href)) as Record<string, SubjectFunction>)
  letTimePass()
  return explore(subject!, options)
}

async function exploredProgram(name: string): Promise<ExploreReport> {
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
    return (await exploreSubject(subject, base, { timeLimit: '10s' }, { jobs: 4 })).report
  } finally {
    await server.close()
  }
}

const exploreClient = (name: string): Promise<ExploreReport> =>
  name.endsWith('.sh') ? exploredProgram(name) : exploredFunction(name)

/** The code as its user writes it. */
function shown(name: string): string {
  const text = readSource(name)
    .replaceAll('../../../emulator/lab/index.ts', 'svc-emulator/explore')
    .replaceAll('../.generated/api.ts', './api.ts')
  return name.endsWith('.sh')
    ? `\`\`\`sh\ncat > ${name} <<'END'\n${text}END\n\`\`\``
    : `\`\`\`ts file=${name}\n${text}\`\`\``
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

async function section({ name, naive, says, mended, then }: Explored): Promise<string> {
  const [found, left] = [await exploreClient(naive), await exploreClient(mended)]
  expect(left.findings.map(({ verdict, fault, because }) => `${verdict} ${fault}: ${because}`)).toEqual([])
  expect(found.findings.length).toBeGreaterThan(0)
  return `## ${name}\n\n${says}\n\n${shown(naive)}\n\n${found.findings.length} ${found.findings.length === 1 ? 'finding' : 'findings'} in ${found.experiments.length} experiments:\n\n${listed(found)}\n\n${then}\n\n${shown(mended)}\n\n${left.experiments.length} experiments, no finding.\n`
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
    await expect(`${intro}\n${sections.join('\n')}\n${outro}`).toMatchFileSnapshot('../../docs/explored-clients.md')
  })
})
